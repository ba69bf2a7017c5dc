import { sandboxEndpoints } from '../rules/signing/sandboxEndpoints.ts';
import { specifiedEndpoints } from '../rules/signing/specifiedEndpoints.ts';

/** The endpoints in the order in which the documentation has them. */
export const documentedEndpoints = { ...specifiedEndpoints, ...sandboxEndpoints };

export type EndpointName = keyof typeof documentedEndpoints;
