import shop from './en.json';
import account from './en.account.json';

export default { ...shop, ...account };
