import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useClient, useQuery, type CombinedError } from 'urql';
import {
  DiagnoseDocument,
  DoctorPluginsDocument,
  type DiagnoseQuery,
  type DiagnoseSignatureInput,
} from '../generated/operations.ts';
import { Explanation } from '../parts/Explanation.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Difference } from './Difference.tsx';
import { readRequest } from './readRequest.ts';
import { formText } from '../parts/formText.ts';
import './doctor.css';
import { asPlainText } from '../parts/unseenCharacters.ts';

/** Finds what a developer did wrong in signing a request, from whatever they sent along with their complaint. */
export function Doctor() {
  const { t } = useTranslation();
  const client = useClient();
  const [search] = useSearchParams();
  const [{ data: list }] = useQuery({ query: DoctorPluginsDocument });
  const [answered, setAnswered] = useState<FindingsParts>();
  const [error, setError] = useState<CombinedError>();
  const [isBusy, setIsBusy] = useState(false);
  const given = search.get('plugin') ?? '';
  const plugins = [list?.plugins, list?.sandboxPlugins].flatMap((some) => some?.edges.map(({ node }) => node) ?? []);
  // The plugin of a rejected request may be unknown, or too old for the list.
  const choices = given && !plugins.some(({ id }) => id === given) ? [{ id: given, name: given }, ...plugins] : plugins;

  const diagnose = async (asked: Question) => {
    setIsBusy(true);
    const input = inputOf(asked, search);
    const result = await client.query(DiagnoseDocument, { input }, { requestPolicy: 'network-only' });
    setIsBusy(false);
    setError(result.error);
    const diagnosis = result.data?.diagnoseSignature;
    setAnswered(diagnosis && { diagnosis, signedString: asked.signed, isRefused: input.refusedAt !== undefined });
  };
  // A rejected request is one click away from its diagnosis.
  useEffect(() => {
    const request = search.get('request')?.trim();
    if (given && request) void diagnose({ pluginId: given, request, signed: '' });
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const [pluginId, request, signed] = [formText(form, 'plugin'), formText(form, 'request'), formText(form, 'signed')];
    void diagnose({ pluginId, request, signed });
  };

  return (
    <>
      <PageTitle title={t('pages.doctor')} />
      <form className="doctor" onSubmit={submit}>
        <label className="field">
          <span>{t('doctor.plugin')}</span>
          <select name="plugin" required key={choices.length} defaultValue={given}>
            <option value="">{t('doctor.choose')}</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === id ? id : `${asPlainText(name)} · ${id}`}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('doctor.request')}</span>
          <textarea
            name="request"
            className="fixed"
            rows={8}
            required
            spellCheck={false}
            defaultValue={search.get('request') ?? ''}
            placeholder={t('doctor.requestHint')}
          />
        </label>
        <label className="field">
          <span>{t('doctor.signed')}</span>
          <textarea name="signed" className="fixed" rows={2} spellCheck={false} />
        </label>
        <p>
          <button type="submit" className="primary" disabled={isBusy}>
            {t('doctor.diagnose')}
          </button>
        </p>
      </form>
      {error && <Problem error={error} />}
      {answered && !error && <Findings {...answered} />}
    </>
  );
}

interface Question {
  pluginId: string;
  request: string;
  signed: string;
}

/** The request of the address is one that the service refused, until the reader changes it. */
function inputOf({ pluginId, request, signed }: Question, search: URLSearchParams): DiagnoseSignatureInput {
  const { sign, parameters, url } = readRequest(request);
  const refusedAt = request === search.get('request')?.trim() ? search.get('refusedAt') : null;
  return {
    pluginId,
    sign,
    parameters,
    ...(signed ? { signedString: signed } : {}),
    ...(url ? { url } : {}),
    ...(refusedAt ? { refusedAt } : {}),
  };
}

interface FindingsParts {
  diagnosis: DiagnoseQuery['diagnoseSignature'];
  signedString: string;
  /** True: it is about what the service kept of a request, so it does not know whether the signature holds. */
  isRefused: boolean;
}

function Findings({ diagnosis, signedString, isRefused }: FindingsParts) {
  const { t } = useTranslation();
  const verdict = diagnosis.valid ? 'doctor.valid' : 'doctor.invalid';
  return (
    <section className="card diagnosis" aria-labelledby="findings" aria-live="polite">
      <h2 id="findings">{t('doctor.findings')}</h2>
      <p className={diagnosis.valid ? 'good-note' : 'bad-note'}>{t(isRefused ? 'doctor.refused' : verdict)}</p>
      <ul className="findings" aria-labelledby="findings">
        {diagnosis.findings.map(({ code, message, phrases }) => (
          <li key={code + message}>
            <span className="fixed">{code}</span> <Explanation message={message} phrases={phrases} />
          </li>
        ))}
      </ul>
      <h3>{t('doctor.canonical')}</h3>
      <Difference expected={diagnosis.canonicalString} actual={signedString} />
    </section>
  );
}
