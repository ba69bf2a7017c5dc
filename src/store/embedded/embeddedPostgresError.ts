export type EmbeddedPostgresErrorCode =
  | 'ACCOUNT'
  | 'BINARIES'
  | 'DATA_DIR'
  | 'DAMAGED_CLUSTER'
  | 'LOCKED'
  | 'OTHER_VERSION'
  | 'PASSWORD'
  | 'START_FAILED'
  | 'STOP_FAILED';

/** The reason why the embedded PostgreSQL cannot be used. The message is for the operator and says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
