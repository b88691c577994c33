// The order without an account that was left for its payment page: an account's own orders the server knows. The id opens
// nothing; a cookie that no script reads does.

import { keep, kept } from '../../kept';

const key = 'unpaid-order';

export const unpaidOrder = (): string | null => kept(key);

export const rememberUnpaidOrder = (id: string): void => keep(key, id);

export const forgetUnpaidOrder = (): void => keep(key, null);
