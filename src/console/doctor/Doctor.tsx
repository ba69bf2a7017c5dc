import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useClient, useQuery, type CombinedError } from 'urql';
import { DiagnoseDocument, DoctorPluginsDocument, type DiagnoseQuery } from '../generated/operations.ts';
import { Explanation } from '../parts/Explanation.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';
import { Problem } from '../parts/Problem.tsx';
import { Difference } from './Difference.tsx';
import { readRequest } from './readRequest.ts';
import { formText } from '../parts/formText.ts';
import './doctor.css';

/** Finds what a developer did wrong in signing a request, from whatever they sent along with their complaint. */
export function Doctor() {
  const { t } = useTranslation();
  const client = useClient();
  const [search] = useSearchParams();
  const [{ data: list }] = useQuery({ query: DoctorPluginsDocument });
  const [diagnosis, setDiagnosis] = useState<DiagnoseQuery['diagnoseSignature']>();
  const [signedString, setSignedString] = useState('');
  const [error, setError] = useState<CombinedError>();
  const [isBusy, setIsBusy] = useState(false);
  const given = search.get('plugin') ?? '';
  const plugins = [list?.plugins, list?.sandboxPlugins].flatMap((some) => some?.edges.map(({ node }) => node) ?? []);
  // The plugin of a rejected request may be unknown, or too old for the list.
  const choices = given && !plugins.some(({ id }) => id === given) ? [{ id: given, name: given }, ...plugins] : plugins;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { sign, parameters, url } = readRequest(formText(form, 'request'));
    const signed = formText(form, 'signed');
    setIsBusy(true);
    const result = await client.query(
      DiagnoseDocument,
      {
        input: {
          pluginId: formText(form, 'plugin'),
          sign,
          parameters,
          ...(signed ? { signedString: signed } : {}),
          ...(url ? { url } : {}),
        },
      },
      { requestPolicy: 'network-only' },
    );
    setIsBusy(false);
    setError(result.error);
    setDiagnosis(result.data?.diagnoseSignature);
    setSignedString(signed);
  };

  return (
    <>
      <PageTitle title={t('pages.doctor')} />
      <form className="doctor" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span>{t('doctor.plugin')}</span>
          <select name="plugin" required key={choices.length} defaultValue={given}>
            <option value="">{t('doctor.choose')}</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === id ? id : `${name} · ${id}`}
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
      {diagnosis && !error && <Findings diagnosis={diagnosis} signedString={signedString} />}
    </>
  );
}

interface FindingsParts {
  diagnosis: DiagnoseQuery['diagnoseSignature'];
  signedString: string;
}

function Findings({ diagnosis, signedString }: FindingsParts) {
  const { t } = useTranslation();
  return (
    <section className="card diagnosis" aria-labelledby="findings" aria-live="polite">
      <h2 id="findings">{t('doctor.findings')}</h2>
      <p className={diagnosis.valid ? 'good-note' : 'bad-note'}>
        {t(diagnosis.valid ? 'doctor.valid' : 'doctor.invalid')}
      </p>
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
