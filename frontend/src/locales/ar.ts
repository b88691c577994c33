import shop from './ar.json';
import account from './ar.account.json';

export default { ...shop, ...account };
