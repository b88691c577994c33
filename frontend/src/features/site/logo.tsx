/** The mark: an M that is also somebody with both hands up. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
      <rect className="mark__ground" width="40" height="40" rx="11" />
      <path className="mark__body" d="M9.5 30.5V14.5L20 24l10.5-9.5v16" />
      <circle className="mark__head" cx="20" cy="11.5" r="3.6" />
    </svg>
  );
}
