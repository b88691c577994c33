/** An empty toolbox. */
export function EmptyCartArt() {
  return (
    <svg className="empty-cart" viewBox="0 0 180 120" width="180" height="120" aria-hidden="true">
      <ellipse className="empty-cart__shade" cx="90" cy="110" rx="78" ry="7" />
      <path className="empty-cart__line" d="M62 46V30a8 8 0 0 1 8-8h40a8 8 0 0 1 8 8v16" />
      <path className="empty-cart__lid" d="M22 46h136a6 6 0 0 1 6 6v14H16V52a6 6 0 0 1 6-6Z" />
      <path className="empty-cart__box" d="M16 66h148v34a8 8 0 0 1-8 8H24a8 8 0 0 1-8-8Z" />
      <rect className="empty-cart__lock" x="78" y="58" width="24" height="18" rx="4" />
      <path className="empty-cart__line" d="m34 26 5 5m0-5-5 5M142 12v8m-4-4h8" />
    </svg>
  );
}
