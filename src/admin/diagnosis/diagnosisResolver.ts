import { Arg, Authorized, Ctx, Field, ID, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { diagnoseRefused } from '../../rules/diagnosis/diagnoseRefused.ts';
import { diagnoseSignature, type SignatureDiagnosis as Diagnosis } from '../../rules/diagnosis/diagnoseSignature.ts';
import { likelyEndpoint } from '../../rules/diagnosis/likelyEndpoint.ts';
import type { Finding } from '../../rules/diagnosis/signature/finding.ts';
import type { Problem } from '../../rules/failures/valueProblems.ts';
import { Refusal, refuseInvalid } from '../../rules/failures/refusal.ts';
import { checkLookup } from '../../rules/values/values.ts';
import { useKnownSecrets } from '../../store/plugins/pluginSecrets.ts';
import type { AdminContext } from '../door/adminContext.ts';
import { Role } from '../door/role.ts';
import { DateTime } from '../graphql/dateTime.ts';
import { Phrase } from '../graphql/phrase.ts';
import { InTurn, LargeText } from '../guards/fieldExtensions.ts';

/** The limit of parameters: far more than any request has. */
const mostDiagnosedParameters = 100;
/** The limit of text. More text takes longer, and payments wait while a diagnosis is made. */
const mostTextBytes = 8 * 1024;
/** The price of a diagnosis, of the 5000 objects in `limits.objects`: so five fit in a request. Each takes up to 0.07 s. */
const objectsOfDiagnosis = 1000;

@Resolver()
export class DiagnosisResolver {
  @Authorized(Role.VIEWER)
  @InTurn('compute')
  @Query(() => SignatureDiagnosis, {
    complexity: ({ childComplexity }) => Math.max(objectsOfDiagnosis, childComplexity),
    description:
      'Finds what a developer did wrong when signing a request. The endpoint, and so the required parameters, is the ' +
      'one whose path ends the url. Without it, the endpoint is concluded from the parameters: lease or attempt mean ' +
      '/sandbox/answers; goods_id means /sandbox/orders; out_order_id means an order query; title, total_fee or ' +
      'pay_limit mean new goods; nickname means /sandbox/users; otherwise it is /baseinfo.',
  })
  async diagnoseSignature(
    @Arg('input', () => DiagnoseSignatureInput, { description: 'The request as the developer describes it.' })
    { pluginId, sign, parameters, signedString, url, refusedAt }: DiagnoseSignatureInput,
    @Ctx() { store, settings }: AdminContext,
  ): Promise<SignatureDiagnosis> {
    const texts = parameters.flatMap(({ name, value }) => [name, value]);
    refuseInvalid({
      pluginId: checkLookup(pluginId),
      parameters:
        parameters.length > mostDiagnosedParameters ? { code: 'tooMany', max: mostDiagnosedParameters } : undefined,
      input: checkTexts([sign, signedString ?? '', url ?? '', ...texts]),
    });
    if (refusedAt) {
      return answerOf(diagnoseRefused(parameters, refusedAt, settings.requestToleranceSeconds));
    }
    const now = settings.clock();
    const names = parameters.map(({ name }) => name);
    const endpoint = likelyEndpoint(names, url ?? undefined);
    const claim = { sign, parameters, signedString: signedString ?? undefined, url: url ?? undefined, pluginId };
    const diagnosis = await useKnownSecrets(store, pluginId, now, (secrets) =>
      diagnoseSignature(claim, secrets, endpoint, now, settings.requestToleranceSeconds),
    );
    if (!diagnosis) throw new Refusal('NOT_FOUND', { facts: { what: 'plugin' } });
    return answerOf(diagnosis);
  }
}

function answerOf(diagnosis: Diagnosis): SignatureDiagnosis {
  return { ...diagnosis, findings: diagnosis.findings.map(SignatureFinding.of) };
}

function checkTexts(texts: readonly string[]): Problem | undefined {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > mostTextBytes ? { code: 'tooMuchText', maxBytes: mostTextBytes } : undefined;
}

@InputType({ description: 'A parameter of a request.' })
export class ParameterInput {
  @Field(() => String, { description: 'The name as it was sent.' })
  name!: string;

  @Field(() => String, { description: 'The decoded value, as a program passes it to its HTTP client.' })
  value!: string;
}

@InputType({
  description:
    `A request as a developer describes it; it need not have reached the service. At most ${mostTextBytes / 1024} ` +
    'KiB of text in all.',
})
export class DiagnoseSignatureInput {
  @Field(() => ID, { description: 'The plugin whose secrets to try.' })
  pluginId!: string;

  @Field(() => String, { description: 'The signature that was sent.' })
  sign!: string;

  @Field(() => [ParameterInput], {
    description: `In the order sent, from the query, the body or both; with or without sign; at most ${mostDiagnosedParameters}.`,
  })
  parameters!: ParameterInput[];

  @Field(() => String, { nullable: true, description: 'The string that the developer signed, if they know it.' })
  signedString?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The URL that the developer calls, such as https://api.example.com/v1/goods, or its path. It tells which ' +
      'parameters are required, and whether it was signed too: the signature alone does not show a host or an unusual ' +
      'path before the parameters.',
  })
  url?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'For a request of rejectedRequests: its time, with the parameters of its canonicalString. What the service did not ' +
      'keep is then not taken for what was sent: only the timestamp is judged, as of that time.',
  })
  refusedAt?: Date | null;
}

@ObjectType({ description: 'One mistake, or another fact about the request.' })
export class SignatureFinding {
  static of({ code, message, sentences }: Finding): SignatureFinding {
    return { code, message, phrases: sentences.map(Phrase.of) };
  }

  @Field(() => String, {
    description:
      'MATCHES_CANONICAL, MATCHES_OTHER_ENCODING, MATCHES_PREVIOUS_SECRET, SIGN_PARAMETER_INCLUDED, NOT_SORTED, ' +
      'VALUES_NOT_ENCODED, DOUBLE_ENCODED, EMPTY_VALUES_DROPPED, BASE64_INSTEAD_OF_HEX, UPPERCASE_HEX, PLAIN_SHA256, ' +
      'TIMESTAMP_IN_MILLISECONDS, TIMESTAMP_OUTSIDE_WINDOW, TRAILING_NEWLINE, PARAMETER_MISSING, PARAMETER_INVALID or ' +
      'UNEXPLAINED. PARAMETER_INVALID comes last, once for each value that the service refuses with 422, whatever the ' +
      'signature.',
  })
  code!: Finding['code'];

  @Field(() => String, { description: 'What was done, and what to do instead.' })
  message!: string;

  @Field(() => [Phrase], { description: 'The sentences of the message as data.' })
  phrases!: Phrase[];
}

@ObjectType({ description: 'The mistakes in a signature; never the right signature.' })
export class SignatureDiagnosis {
  @Field(() => Boolean, {
    description:
      'The signature and the timestamp are right now, and no required parameter is missing. The service may still refuse ' +
      'the request: for the shape of a value (PARAMETER_INVALID says so), or because the access token or the order ' +
      'does not exist. Those two are not checked here. Never true with refusedAt.',
  })
  valid!: boolean;

  // Each byte takes three when it is encoded.
  @LargeText(3 * mostTextBytes)
  @Field(() => String, { description: 'The text that must be signed.' })
  canonicalString!: string;

  @Field(() => [SignatureFinding], {
    description: 'The likeliest mistakes that lead to this signature, then what else is wrong with the request.',
  })
  findings!: SignatureFinding[];
}
