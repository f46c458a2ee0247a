/** The mark: one diamond of threads. */
export function Mark() {
  return (
    <svg viewBox="0 0 30 30" width="30" height="30" aria-hidden="true">
      <path
        d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0"
        stroke="currentColor"
        strokeWidth="2.9"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
