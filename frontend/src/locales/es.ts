import shop from './es.json';
import account from './es.account.json';

export default { ...shop, ...account };
