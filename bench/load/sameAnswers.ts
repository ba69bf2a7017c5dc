/** Throws unless all servers answer these requests with the same resource: one that did less would be no reference. */
export async function requireSameAnswers(ports: Record<string, number>, requests: readonly string[]): Promise<void> {
  for (const request of requests) {
    const [method, path] = request.split(' ', 2);
    const answers = Object.entries(ports).map(async ([name, port]) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: method! });
      const { resource } = (await response.json()) as { resource?: Record<string, unknown> };
      return { name, text: JSON.stringify({ status: response.status, ...resource, timestamp: 0 }) };
    });
    const [first, ...others] = await Promise.all(answers);
    for (const { name, text } of others) {
      if (text !== first!.text) throw new Error(`${first!.name} and ${name} differ:\n${first!.text}\n${text}`);
    }
  }
}
