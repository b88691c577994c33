type Props = {
  /** What is being waited for, read out to screen readers. */
  label: string;
  /** Covers the whole screen. */
  full?: boolean;
};

export function Spinner({ label, full = false }: Props) {
  return (
    <div className={full ? 'spinner spinner--full' : 'spinner'} role="status">
      <span className="spinner__ring" aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
