/** A label beside which the Spanish one stands in parentheses: this has a line of its own where one has no room for both. */
export function BothLabels({ text }: { text: string }) {
  const [own, spanish] = text.split(/ (?=\()/);
  if (spanish === undefined) return text;
  return (
    <>
      {own}{' '}
      <bdi className="own-line" lang="es">
        {spanish}
      </bdi>
    </>
  );
}
