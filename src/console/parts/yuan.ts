/** Writes fen as yuan with two decimals: 1050 is ¥10.50. */
export function yuan(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${fen < 0 ? '−' : ''}¥${whole}.${digits.slice(-2)}`;
}
