import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { Finding } from '../../rules/diagnosis/signature/finding.ts';
import { LargeText } from '../guards/fieldExtensions.ts';

@InputType({ description: 'A parameter of a request.' })
export class ParameterInput {
  @Field(() => String, { description: 'As it was sent.' })
  name!: string;

  @Field(() => String, { description: 'Decoded, as an HTTP client is given it.' })
  value!: string;
}

@InputType({
  description:
    'What a developer says they sent; nothing here needs to have reached the service. At most 8 KiB of text in all.',
})
export class DiagnoseSignatureInput {
  @Field(() => ID, { description: 'Whose secrets to try.' })
  pluginId!: string;

  @Field(() => String, { description: 'The signature that was sent.' })
  sign!: string;

  @Field(() => [ParameterInput], {
    description: 'In the order sent, from wherever they travelled, sign among them or not; at most 100.',
  })
  parameters!: ParameterInput[];

  @Field(() => String, { nullable: true, description: 'The string that the developer signed, if they know it.' })
  signedString?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The address that the developer calls, such as https://api.example.com/v1/goods, if it may have been signed too: ' +
      'from the signature alone, a host or an unusual path before the parameters cannot be told.',
  })
  url?: string | null;
}

@ObjectType({ description: 'One thing that the developer did.' })
export class SignatureFinding implements Finding {
  @Field(() => String, {
    description:
      'MATCHES_CANONICAL, MATCHES_OTHER_ENCODING, MATCHES_PREVIOUS_SECRET, SIGN_PARAMETER_INCLUDED, NOT_SORTED, ' +
      'VALUES_NOT_ENCODED, DOUBLE_ENCODED, EMPTY_VALUES_DROPPED, BASE64_INSTEAD_OF_HEX, UPPERCASE_HEX, PLAIN_SHA256, ' +
      'TIMESTAMP_IN_MILLISECONDS, TIMESTAMP_OUTSIDE_WINDOW, TRAILING_NEWLINE, PARAMETER_MISSING, PARAMETER_INVALID ' +
      '(the last ones, one for each value that is refused for its shape, with 422, however it is signed) or UNEXPLAINED.',
  })
  code!: Finding['code'];

  @Field(() => String, { description: 'What was done, and what to do instead.' })
  message!: string;
}

@ObjectType({ description: 'What is wrong with a signature; never what it should have been.' })
export class SignatureDiagnosis {
  @Field(() => Boolean, {
    description:
      'The signature and the time hold now, and nothing that must be signed is missing. The service may still refuse ' +
      'the request: for the shape of a value (PARAMETER_INVALID says so), or because the access token or the order ' +
      'does not exist, which is not looked at here.',
  })
  valid!: boolean;

  // At most 8 KiB of text, of which each byte takes three when it is encoded.
  @LargeText(24 * 1024)
  @Field(() => String, { description: 'What must be signed.' })
  canonicalString!: string;

  @Field(() => [SignatureFinding], {
    description: 'The likeliest mistakes that lead to this signature, then what else is wrong with the request.',
  })
  findings!: SignatureFinding[];
}
