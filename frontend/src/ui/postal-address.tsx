type Props = {
  address: { name: string; address: string; city: string; postal_code: string; country: string; phone?: string | null };
};

/** An address as it stands on a parcel; each line keeps its own writing direction. */
export function PostalAddress({ address: { name, address, city, postal_code, country, phone } }: Props) {
  return (
    <address className="address">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {[address, `${postal_code} ${city}`, country].map((line) => (
        <span key={line}>
          <bdi>{line}</bdi>
        </span>
      ))}
      {phone && (
        <span>
          <bdi dir="ltr">{phone}</bdi>
        </span>
      )}
    </address>
  );
}
