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

/** Why the embedded PostgreSQL cannot serve. The message is for the operator and says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
