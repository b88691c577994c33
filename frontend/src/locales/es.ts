import shop from './es.json';
import account from './es.account.json';
import contact from './es.contact.json';

export default { ...shop, ...account, ...contact };
