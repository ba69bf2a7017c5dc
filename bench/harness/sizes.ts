/**
 * Connections of the load generator in the rows signedRequests, staffQuery and process: more than any of the servers has to
 * PostgreSQL.
 */
export const loadConnections = 32;
/** Connections to PostgreSQL of each contender: the default of the product's DATABASE_POOL_SIZE. */
export const connections = 10;
