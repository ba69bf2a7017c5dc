/** The limit of a body: eight times the longest valid request. */
export const largestBodyBytes = 16 * 1024;

/** The same as PHP's `max_input_vars`. */
export const mostParameters = 1000;
