/** Answers each question of the process that started this one; ends when that one lets go. */
export function answerParent(answer: (question: never) => Promise<unknown>): void {
  process.on('message', (question) => {
    answer(question as never).then(
      (its) => process.send!({ answer: its }),
      (error: unknown) => process.send!({ failure: error instanceof Error ? (error.stack ?? error.message) : error }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
