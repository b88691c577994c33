import shop from './fr.json';
import account from './fr.account.json';

export default { ...shop, ...account };
