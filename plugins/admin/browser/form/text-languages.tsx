// The languages of texts: tabs, marks of missing texts, and texts that are only a copy of the default language.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, type KeyboardEvent, useRef } from 'react'
import { textGaps } from '#core/surface.js'
import type { FormField } from '../../api/shape.js'
import type { AdminSessionReply } from '../../api/account-shape.js'
import type { SameTexts } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { queryClient, sessionQuery } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { t } from '../wording/text.js'
import { getKeyLanguage, isApplicableField } from './form-values.js'

const sameTextsQuery = queryOptions({
  queryKey: ['same-texts'],
  staleTime: 60_000,
  queryFn: ({ signal }) => requestBody<SameTexts>('GET', 'translations/same', { signal }),
})

/** Texts that are the same in a language. */
export function useSameTexts(enabled = true): SameTexts['texts'] {
  return useQuery({ ...sameTextsQuery, enabled }).data?.texts ?? []
}

/** The keys of texts that are only copies of the default language. Leaves out confirmed texts. */
export function findCopiedKeys(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  languages: AdminSessionReply['languages'],
  sameTexts: SameTexts['texts'],
): ReadonlySet<string> {
  const source = languages.find((language) => language.default)?.tag ?? ''
  const copied = new Set<string>()
  for (const field of fields) {
    if (field.keys.length < 2 || field.oftenEqual || !isApplicableField(field, values)) continue
    const original = values[field.keys.find((key) => getKeyLanguage(field, key) === source) ?? '']
    for (const key of field.keys) {
      const language = getKeyLanguage(field, key) ?? ''
      if (!textGaps.isCopiedText(values[key], original, language, source)) continue
      if (!sameTexts.some((same) => same.language === language && same.text === original)) copied.add(key)
    }
  }
  return copied
}

/** Refreshes everything that counts missing texts. */
async function refreshMissingTexts(): Promise<void> {
  const keys = ['same-texts', 'translation-counts', 'dashboard', 'workshop', 'list']
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.includes(String(queryKey[0])) })
}

/** The text needs a translation again. */
export async function unmarkAsSame(language: string, text: string): Promise<void> {
  try {
    await requestBody('DELETE', 'translations/same', { body: { language, text } })
    await Promise.all([refreshMissingTexts(), queryClient.invalidateQueries({ queryKey: ['translations'] })])
  } catch (error) {
    showErrorToast(error)
  }
}

/** The text counts as translated in all records, with an undo. False if the server refused it. */
export async function markAsSame(language: string, label: string, text: string): Promise<boolean> {
  try {
    await requestBody('POST', 'translations/same', { body: { language, text } })
  } catch (error) {
    showErrorToast(error)
    return false
  }
  await refreshMissingTexts()
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
  showToast({
    text: t('sameConfirmed', { text: shown, language: label }),
    action: { label: t('undo'), run: () => unmarkAsSame(language, text) },
  })
  return true
}

interface CopyNoteProps {
  readonly id: string
  readonly text: string
  readonly language: { readonly tag: string; readonly label: string }
  /** The name of the default language. */
  readonly source: string
}

/** The note below a text that is only a copy. */
export function CopyNote({ id, text, language, source }: CopyNoteProps): ReactNode {
  return (
    <p className="help copied" id={id}>
      {t('copiedText', { language: source })}{' '}
      <button type="button" className="link" onClick={() => void markAsSame(language.tag, language.label, text)}>
        {t('sameIn', { language: language.label })}
      </button>
    </p>
  )
}

/** The mark of a record whose texts are missing in some languages. */
export function MissingLanguages({ tags }: { readonly tags: readonly string[] }): ReactNode {
  const { data: session } = useQuery(sessionQuery)
  const names = tags.map((tag) => session?.languages.find((language) => language.tag === tag)?.label ?? tag)
  const text = t('textsLacking', { languages: names.join(', ') })
  return (
    <span className="lacks-texts" title={text}>
      <span aria-hidden="true">{tags.map((tag) => tag.split('-')[0]!.toUpperCase()).join(' ')}</span>
      <span className="hidden"> ({text})</span>
    </span>
  )
}

interface LanguageTabsProps {
  readonly languages: AdminSessionReply['languages']
  readonly shown: string
  readonly onShow: (tag: string) => void
  readonly missingLanguages: ReadonlySet<string>
  readonly wrong: ReadonlySet<string>
}

/** Language tabs of a form. A dot marks languages with missing texts, another mark those with errors. */
export function LanguageTabs({ languages, shown: activeTag, onShow, missingLanguages, wrong }: LanguageTabsProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent): void => {
    const tabs = [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    const right = getComputedStyle(box.current!).direction === 'rtl' ? -1 : 1
    const step = { ArrowRight: right, ArrowLeft: -right }[event.key]
    if (step === undefined || at < 0) return
    event.preventDefault()
    const next = (at + step + tabs.length) % tabs.length
    tabs[next]?.focus()
    onShow(languages[next]!.tag)
  }
  return (
    <div className="language-tabs" role="radiogroup" aria-label={t('languageOfTexts')} ref={box} onKeyDown={walk}>
      {languages.map(({ tag, label }) => {
        const note = wrong.has(tag) ? t('languageWrong') : missingLanguages.has(tag) ? t('languageLacking') : null
        return (
          <button
            key={tag}
            type="button"
            role="radio"
            aria-checked={tag === activeTag}
            tabIndex={tag === activeTag ? 0 : -1}
            title={note ?? undefined}
            onClick={() => onShow(tag)}
          >
            {label}
            {note !== null && (
              <>
                <span className={wrong.has(tag) ? 'dot wrong' : 'dot'} aria-hidden="true" />
                <span className="hidden"> ({note})</span>
              </>
            )}
          </button>
        )
      })}
    </div>
  )
}
