import { Arg, Authorized, Ctx, Query, Resolver } from 'type-graphql';
import { diagnoseSignature } from '../../rules/diagnosis/diagnoseSignature.ts';
import type { Problem } from '../../rules/failures/problems.ts';
import { Refusal, refuseInvalid } from '../../rules/failures/refusal.ts';
import { likelyEndpoint } from '../../rules/diagnosis/likelyEndpoint.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { useKnownSecrets } from '../../store/plugins/plugins.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { DiagnoseSignatureInput, SignatureDiagnosis } from './diagnosisTypes.ts';
import { Role } from '../door/role.ts';
import { InTurn } from '../guards/fieldExtensions.ts';

/** Far more than any request has. */
const mostParameters = 100;
/** Payments wait while a diagnosis is made: it takes the longer, the more text there is. */
const mostTextBytes = 8 * 1024;
/** Up to a twentieth of a second of computing each; five in a request. */
const objectsOfDiagnosis = 1000;

@Resolver()
export class DiagnosisResolver {
  @Authorized(Role.VIEWER)
  @InTurn('compute')
  @Query(() => SignatureDiagnosis, {
    complexity: ({ childComplexity }) => Math.max(objectsOfDiagnosis, childComplexity),
    description:
      'Names what a developer did wrong in signing a request. Which endpoint was called, and so which parameters are ' +
      'missing, is taken from the parameters: out_order_id, or title, total_fee or pay_limit, or else /baseinfo.',
  })
  async diagnoseSignature(
    @Arg('input', () => DiagnoseSignatureInput, { description: 'What the developer says.' })
    { pluginId, sign, parameters, signedString, url }: DiagnoseSignatureInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<SignatureDiagnosis> {
    const texts = parameters.flatMap(({ name, value }) => [name, value]);
    refuseInvalid({
      pluginId: checkLookup(pluginId),
      parameters: parameters.length > mostParameters ? { code: 'tooMany', max: mostParameters } : undefined,
      input: checkTexts([sign, signedString ?? '', url ?? '', ...texts]),
    });
    const now = settings.clock();
    const { required } = likelyEndpoint(parameters.map(({ name }) => name));
    const claim = { sign, parameters, signedString: signedString ?? undefined, url: url ?? undefined, pluginId };
    const diagnosis = await useKnownSecrets(store, pluginId, now, (secrets) =>
      diagnoseSignature(claim, secrets, required, now, settings.requestToleranceSeconds),
    );
    if (!diagnosis) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
    return diagnosis;
  }
}

function checkTexts(texts: readonly string[]): Problem | undefined {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > mostTextBytes ? { code: 'tooMuchText', maxBytes: mostTextBytes } : undefined;
}
