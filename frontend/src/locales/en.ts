import shop from './en.json';
import account from './en.account.json';
import contact from './en.contact.json';

export default { ...shop, ...account, ...contact };
