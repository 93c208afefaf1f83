// Missing translations next to the existing texts: edited in place, saved when the field loses the focus.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { textGaps } from '#core/surface.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import type { TranslationCounts, TranslationGaps } from '../../api/screen-shape.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { namesQuery, refreshRecords } from '../base/queries.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { markAsSame, useSameTexts, unmarkAsSame } from '../form/text-languages.js'
import { FailureMessage, ScreenPlaceholder } from '../shell/failure-message.js'
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
  readonly language: AdminSessionReply['languages'][number]
  /** The default language. */
  readonly source: AdminSessionReply['languages'][number]
  readonly label: string
  readonly frozen: boolean
}

function TranslationCell({ entity, gap, language, source, label, frozen }: TranslationCellProps): ReactNode {
  const copy = gap.texts[language.tag] ?? ''
  const original = gap.texts[source.tag] ?? ''
  const [text, setText] = useState(copy)
  const [saved, setSaved] = useState(copy)
  const sameTexts = useSameTexts()
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (next = text): Promise<boolean> => {
    if (next === saved) return true
    try {
      await requestBody('PATCH', `records/${entity}/${gap.id}`, { body: { [gap.key]: next } })
      setSaved(next)
      setFailure(null)
      await refreshRecords(entity)
      return true
    } catch (error) {
      setFailure(error)
      return false
    }
  }
  const confirm = async (): Promise<void> => {
    setText(original)
    // Numbers and codes are the same in every language.
    if ((await save(original)) && textGaps.isCopiedText(original, original, language.tag, source.tag))
      await markAsSame(language.tag, language.label, original)
  }
  const isSame = sameTexts.some((same) => same.language === language.tag && same.text === original)
  const isCopy = textGaps.isCopiedText(saved, original, language.tag, source.tag) && !isSame
  const isOpen = saved === '' || isCopy
  const state = saved === '' ? '' : isCopy ? t('copiedText', { language: source.label }) : t('saved')
  return (
    <>
      <textarea
        aria-label={label}
        aria-invalid={failure !== null || undefined}
        lang={language.tag}
        dir="auto"
        rows={1}
        disabled={frozen}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
      />
      <span role="status" className={failure === null ? 'quiet-text' : 'wrong'}>
        {failure !== null ? getErrorMessage(failure) : saved === text ? state : ''}
      </span>
      {isOpen && !frozen && (
        <button type="button" className="link" onClick={() => void confirm()}>
          {t('sameIn', { language: language.label })}
        </button>
      )}
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
  if (!data) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  if (data.total === 0) return <p className="quiet-text">{t('nothingMissing')}</p>
  const sourceLanguages = session.languages.filter(({ tag }) => tag !== language)
  const name = (id: number): string => names?.get(id) ?? '…'
  const target = session.languages.find(({ tag }) => tag === language) ?? session.languages[0]!
  const source = session.languages.find((shopLanguage) => shopLanguage.default) ?? session.languages[0]!
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
              <th scope="col">{target.label}</th>
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
                    language={target}
                    source={source}
                    label={t('textOf', { field: gap.label, title: name(gap.id), language: target.label })}
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

/** The texts that are the same in both languages. Each can be removed. */
function SameTextList({ language }: { readonly language: string }): ReactNode {
  const texts = useSameTexts().filter((same) => same.language === language)
  if (texts.length === 0) return null
  return (
    <details className="same-texts">
      <summary>{t('sameTexts', { count: texts.length })}</summary>
      <p className="help">{t('sameTextsHelp')}</p>
      <ul>
        {texts.map(({ text }) => (
          <li key={text}>
            <span dir="auto">{text}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={t('sameTextRemove', { text })}
              onClick={() => void unmarkAsSame(language, text)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </details>
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
      {data && data.mayWrite && <SameTextList language={language} />}
    </div>
  )
}
