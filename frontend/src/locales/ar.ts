import shop from './ar.json';
import account from './ar.account.json';
import contact from './ar.contact.json';

export default { ...shop, ...account, ...contact };
