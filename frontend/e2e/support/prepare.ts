// Before the tests: the data directory that every shop of theirs starts from.

import { Shop } from './shop';

export default () => Shop.prepare();
