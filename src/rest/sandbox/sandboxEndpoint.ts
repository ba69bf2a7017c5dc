import { Refusal } from '../../rules/failures/refusal.ts';
import type { ParameterRules, signedRequestRules } from '../../rules/signing/parameters.ts';
import type { EndpointRules } from '../../rules/signing/specifiedEndpoints.ts';
import { actingAs } from '../../store/audit/audit.ts';
import type { Store } from '../../store/database/store.ts';
import { sandboxActor } from '../../rules/values/keyName.ts';
import { endpoint, type Endpoint, type SignedCall } from '../endpoints/endpoint.ts';

type Call<Rules extends ParameterRules, Found> = SignedCall<Rules & typeof signedRequestRules, Found> & {
  /** The row of the sandbox plugin. */
  found: Found;
  /** The store, which names the plugin in the audit log. */
  store: Store;
};

/**
 * Makes an endpoint for sandbox plugins. If `find` finds nothing, the plugin is no sandbox plugin. Its developer then
 * gets the answer for an unknown path, but only after the signature has been verified, since nobody else needs to know
 * the kind of the plugin.
 */
export function sandboxEndpoint<Rules extends ParameterRules, Found extends object>(
  rules: EndpointRules<Rules>,
  {
    find,
    answer,
  }: Pick<Endpoint<Rules, Found>, 'find'> & { answer(call: Call<Rules, Found>): Promise<object> | object },
): Endpoint {
  return endpoint<Rules, Found>(rules, {
    find,
    answer: async (call) => {
      const { found, settings, pluginId } = call;
      if (!found) throw new Refusal('PATH_NOT_FOUND');
      const store = actingAs(settings.store, { name: sandboxActor(pluginId), keyId: null });
      try {
        return await answer({ ...call, found, store });
      } catch (error) {
        if (error instanceof Refusal && error.code === 'CONFLICT') {
          throw new Refusal('SANDBOX_CONFLICT', { facts: error.facts });
        }
        throw error;
      }
    },
  });
}
