// What a shipping address needs before anything can be sent to it.

import type { AddressInput, Profile } from '../../api/types';

/** The profile's address; null while a part of it is missing. */
export function shippingAddress(profile: Profile): AddressInput | null {
  const { name, address, city, postal_code, country, phone } = profile;
  return name && address && city && postal_code && country
    ? { name, address, city, postal_code, country, ...(phone && { phone }) }
    : null;
}
