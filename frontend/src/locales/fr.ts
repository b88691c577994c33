import shop from './fr.json';
import account from './fr.account.json';
import contact from './fr.contact.json';

export default { ...shop, ...account, ...contact };
