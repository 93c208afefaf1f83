// Language tabs of a form. A dot marks languages with missing texts, another mark those with errors.
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { AdminSessionReply } from '../../api/shape.js'
import { t } from '../wording/text.js'

interface LanguageTabsProps {
  readonly languages: AdminSessionReply['languages']
  readonly shown: string
  readonly onShow: (tag: string) => void
  readonly missingLanguages: ReadonlySet<string>
  readonly wrong: ReadonlySet<string>
}

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
