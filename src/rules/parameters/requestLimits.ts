/** The limit of a body: a third more than the report of a listener can take as JSON, and eight times any other valid request. */
export const largestBodyBytes = 16 * 1024;

/** The same as PHP's `max_input_vars`. */
export const mostParameters = 1000;
