import { ForeignText } from './ForeignText.tsx';
import { Instant } from './Instant.tsx';

/** A sentence of the service, with its instants in the platform's zone. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split(/(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/);
  // The parts never change places.
  return parts.map((part, index) =>
    index % 2 === 1 ? <Instant key={index} at={part} /> : <ForeignText key={index} text={part} />,
  );
}
