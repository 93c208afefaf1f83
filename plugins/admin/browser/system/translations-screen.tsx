// Missing translations next to the existing texts: edited in place, saved when the field loses the focus.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TranslationCounts, TranslationGaps } from '../../api/screen-shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { namesQuery, refreshRecords } from '../base/queries.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { FailureMessage } from '../shell/failure-message.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptListStyle } from '../style/list.js'
import { adoptSystemStyle } from '../style/system.js'
import { t, formatNumber } from '../wording/text.js'

adoptFormStyle()
adoptListStyle()
adoptSystemStyle()

type Gap = TranslationGaps['gaps'][number]

interface TranslationCellProps {
  readonly entity: string
  readonly gap: Gap
  readonly language: string
  readonly label: string
  readonly frozen: boolean
}

function TranslationCell({ entity, gap, language, label, frozen }: TranslationCellProps): ReactNode {
  const [text, setText] = useState('')
  const [saved, setSaved] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (): Promise<void> => {
    if (text === saved) return
    try {
      await requestBody('PATCH', `records/${entity}/${gap.id}`, { body: { [gap.key]: text } })
      setSaved(text)
      setFailure(null)
      await refreshRecords(entity)
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <>
      <textarea
        aria-label={label}
        aria-invalid={failure !== null || undefined}
        lang={language}
        dir="auto"
        rows={1}
        disabled={frozen}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
      />
      <span role="status" className={failure === null ? 'quiet-text' : 'wrong'}>
        {failure !== null ? getErrorMessage(failure) : saved !== '' && saved === text ? t('saved') : ''}
      </span>
    </>
  )
}

interface TranslationGridProps extends Pick<ScreenProps, 'session'> {
  readonly entity: string
  readonly language: string
}

/** Texts per page, as the server returns them. */
const pageSize = 50

function TranslationGrid({ entity, language, session }: TranslationGridProps): ReactNode {
  const [offset, setOffset] = useState(0)
  // Edited texts stay in the list until the next page is loaded.
  const { data, error, refetch } = useQuery({
    queryKey: ['translations', entity, language, offset],
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requestBody<TranslationGaps>('GET', `translations/${entity}?language=${language}&offset=${offset}`, { signal }),
  })
  const { data: names } = useQuery(namesQuery(entity, data?.gaps.map(({ id }) => id) ?? []))
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!data) return <p className="loading">{t('loading')}</p>
  if (data.total === 0) return <p className="quiet-text">{t('nothingMissing')}</p>
  const sourceLanguages = session.languages.filter(({ tag }) => tag !== language)
  const name = (id: number): string => names?.get(id) ?? `#${id}`
  const targetLabel = session.languages.find(({ tag }) => tag === language)?.label ?? language
  return (
    <>
      <div className="grid-scroll" tabIndex={0} role="region" aria-label={t('translations')}>
        <table className="grid translations">
          <thead>
            <tr>
              <th scope="col">{t('record')}</th>
              <th scope="col">{t('field')}</th>
              {sourceLanguages.map(({ tag, label }) => (
                <th key={tag} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{targetLabel}</th>
            </tr>
          </thead>
          <tbody>
            {data.gaps.map((gap) => (
              <tr key={`${gap.id} ${gap.field}`}>
                <th scope="row">
                  <Link to={toRecordPath(entity, gap.id)}>{name(gap.id)}</Link>
                </th>
                <td>{gap.label}</td>
                {sourceLanguages.map(({ tag }) => (
                  <td key={tag} lang={tag} dir="auto" className="source">
                    {gap.texts[tag] ?? ''}
                  </td>
                ))}
                <td className="written">
                  <TranslationCell
                    entity={entity}
                    gap={gap}
                    language={language}
                    label={t('textOf', { field: gap.label, title: name(gap.id), language: targetLabel })}
                    frozen={!data.mayWrite}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <nav className="pager" aria-label={t('pages')}>
        <span>{t('rowsOf', { from: offset + 1, to: offset + data.gaps.length, total: data.total })}</span>
        <button type="button" onClick={() => (offset === 0 ? void refetch() : setOffset(0))}>
          {t('lookAgain')}
        </button>
        {data.gaps.length === pageSize && (
          <button type="button" onClick={() => setOffset(offset + pageSize)}>
            {t('pageOn')}
          </button>
        )}
      </nav>
    </>
  )
}

export function TranslationsScreen({ session }: ScreenProps): ReactNode {
  useWindowTitle(t('translations'))
  const targetLanguages = session.languages.filter((shopLanguage) => !shopLanguage.default)
  const [language, setLanguage] = useState(targetLanguages[0]?.tag ?? '')
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['translation-counts', language],
    enabled: language !== '',
    queryFn: ({ signal }) => requestBody<TranslationCounts>('GET', `translations?language=${language}`, { signal }),
  })
  if (error && !data) return <FailureMessage error={error} retry={() => void refetch()} />
  const open = chosen ?? data?.entities.find(({ missing }) => missing > 0)?.name ?? null
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('translations')}</h1>
      </header>
      <p className="lead">{language === '' ? t('oneLanguage') : t('translationsLead')}</p>
      {data && (
        <div className="toolbar">
          <label htmlFor="missing-language">{t('language')}</label>
          <select id="missing-language" value={language} onChange={(event) => setLanguage(event.target.value)}>
            {targetLanguages.map(({ tag, label }) => (
              <option key={tag} value={tag}>
                {label}
              </option>
            ))}
          </select>
          <label htmlFor="missing-entity">{t('list')}</label>
          <select id="missing-entity" value={open ?? ''} onChange={(event) => setChosen(event.target.value)}>
            {open === null && <option value="">{t('nothingChosen')}</option>}
            {data.entities.map(({ name, label, missing }) => (
              <option key={name} value={name}>
                {`${label} (${formatNumber(missing)})`}
              </option>
            ))}
          </select>
          <span className="quiet-text">
            {t('missing', { count: data.entities.reduce((sum, { missing }) => sum + missing, 0) })}
          </span>
        </div>
      )}
      {data && open === null && <p className="quiet-text">{t('nothingMissing')}</p>}
      {data && open !== null && (
        <TranslationGrid key={`${open} ${language}`} entity={open} language={language} session={session} />
      )}
    </div>
  )
}
