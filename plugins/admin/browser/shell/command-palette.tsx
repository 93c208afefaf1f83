// The command palette, and the list of keyboard shortcuts.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import type { SearchReply } from '../../api/screen-shape.js'
import type { MenuArea } from '../../api/account-shape.js'
import { toMenuEntryPath, homePath, toRecordListPath, toRecordPath, toScreenPath } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { navigate } from '../base/routing.js'
import { themeStore, themes, useStore } from '../base/store.js'
import { t } from '../wording/text.js'
import { activeShortcuts, formatShortcut, keyHelpSections } from '../base/shortcuts.js'

interface PaletteCommand {
  readonly label: string
  readonly group: string
  readonly run: () => void
}

/** Entities whose records the palette searches. */
const searchedEntities: ReadonlySet<string> = new Set(['product', 'customer', 'sales-order', 'quote'])

interface CommandPaletteProps {
  readonly menu: readonly MenuArea[]
  readonly onClose: () => void
  readonly onKeys: () => void
}

const normalizeForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Relevance of a text: starts of words rank before matches inside. -1 if a letter is missing. */
function rankMatch(text: string, typed: string): number {
  const words = normalizeForSearch(typed)
    .split(/\s/)
    .filter((word) => word !== '')
  const whole = normalizeForSearch(text)
  const ranks = words.map((word): number => {
    const at = whole.indexOf(word)
    return at < 0 ? -1 : at === 0 || whole[at - 1] === ' ' ? 0 : 1
  })
  return ranks.includes(-1) ? -1 : ranks.reduce((sum, rank) => sum + rank, 0)
}

const themeNames = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' } as const

const way =
  (to: string): (() => void) =>
  () =>
    void navigate(to)

function listCommands({ menu, onKeys }: CommandPaletteProps): readonly PaletteCommand[] {
  const places = menu.flatMap(({ label: group, entries }) =>
    entries.map((entry) => ({ label: entry.label, group, run: way(toMenuEntryPath(entry)) })),
  )
  const beginnings = menu.flatMap(({ entries }) =>
    entries
      .filter(({ kind, may }) => kind === 'list' && may.write)
      .map(({ name, label }) => ({
        label: t('newIn', { list: label }),
        group: t('create'),
        run: way(toRecordPath(name, 'new')),
      })),
  )
  const looks = themes.map((theme) => ({ label: t(themeNames[theme]), group: t('theme'), run: () => themeStore.set(theme) }))
  return [
    { label: t('home'), group: t('goTo'), run: way(homePath) },
    ...places,
    ...beginnings,
    { label: t('yourAccount'), group: t('goTo'), run: way(toScreenPath('account')) },
    { label: t('keyMap'), group: t('goTo'), run: onKeys },
    ...looks,
  ]
}

/** Milliseconds after the last key until records are searched. */
const searchDelay = 120

/** The records that match a text. `pending` until the result belongs to the text. */
function useFoundRecords(typed: string): { readonly reply: SearchReply | null; readonly pending: boolean } {
  const text = typed.trim()
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  const { data, isFetching } = useQuery({
    queryKey: ['search', searched],
    enabled: searched !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestBody<SearchReply>('GET', `search?text=${encodeURIComponent(searched)}`, { signal }),
  })
  if (text === '') return { reply: null, pending: false }
  return { reply: data ?? null, pending: searched !== text || isFetching }
}

export function CommandPalette(props: CommandPaletteProps): ReactNode {
  const { onClose } = props
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  /** True after Enter while the search is not finished. */
  const [isEntered, setEntered] = useState(false)
  const { reply, pending } = useFoundRecords(typed)
  const id = useId()
  const lists = props.menu
    .flatMap(({ entries }) => entries)
    .filter(({ kind, name }) => kind === 'list' && searchedEntities.has(name))
    // Enter searches the products.
    .toSorted((a, b) => Number(b.name === 'product') - Number(a.name === 'product'))
  const all = useMemo(() => listCommands(props), [props.menu])
  const search = lists.map(
    ({ name, label }): PaletteCommand => ({
      label: t('searchFor', { text: typed.trim() }),
      group: label,
      run: () => void navigate(`${toRecordListPath(name)}?search=${encodeURIComponent(typed.trim())}`),
    }),
  )
  const commands = all
    .map((command) => ({ command, rank: rankMatch(`${command.label} ${command.group}`, typed) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, 50)
    .map(({ command }) => command)
  const entries = props.menu.flatMap(({ entries: menuEntries }) => menuEntries)
  const records = (reply?.results ?? []).map(
    ({ entity, id: recordId, label, detail }): PaletteCommand => ({
      label,
      group: detail || (entries.find(({ name }) => name === entity)?.label ?? ''),
      run: way(toRecordPath(entity, recordId)),
    }),
  )
  const isExact = reply?.exact === true && !pending
  const matches = [...(isExact ? records : []), ...commands, ...(isExact ? [] : records), ...(typed.trim() === '' ? [] : search)]
  const chosen = Math.min(at, matches.length - 1)
  const run = (command: PaletteCommand | undefined): void => {
    if (!command) return
    onClose()
    command.run()
  }
  const isNumber = /\d/.test(typed)
  useEffect(() => {
    if (!isEntered || pending) return
    setEntered(false)
    run(matches[0])
  }, [isEntered, pending])
  const walk = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    // A number is typed and entered faster than it is found.
    if (event.key === 'Enter' && pending && at === 0 && (isNumber || commands.length === 0)) setEntered(true)
    else if (event.key === 'Enter') run(matches[chosen])
    else if (step === undefined || matches.length === 0) return
    else {
      const next = (chosen + step + matches.length) % matches.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette')} onClose={onClose} className="palette" bare>
      <input
        type="text"
        role="combobox"
        aria-label={t('palette')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={t('paletteHint')}
        autoFocus
        value={typed}
        onKeyDown={walk}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
          setEntered(false)
        }}
      />
      <ul role="listbox" id={id} aria-label={t('commands')}>
        {matches.map((command, index) => (
          <li
            key={`${command.group} ${command.label} ${index}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onMouseMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            <span className="quiet-text">{command.group}</span>
          </li>
        ))}
      </ul>
      {matches.length === 0 && <p className="nothing">{t('nothingFound')}</p>}
    </Dialog>
  )
}

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const shortcuts = useStore(activeShortcuts)
  const parts = useStore(keyHelpSections)
  const last = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut.label]))
  return (
    <Dialog title={t('keyMap')} onClose={onClose}>
      <dl className="keys">
        {[...last].map(([keys, label]) => (
          <div key={keys}>
            <dt>
              <kbd>{formatShortcut(keys)}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>{t('closeKey')}</dd>
        </div>
      </dl>
      {parts.map(({ part, keys }) => (
        <section key={part} aria-label={part}>
          <h3>{part}</h3>
          <dl className="keys">
            {keys.map(({ keys: pressed, label }) => (
              <div key={label}>
                <dt>
                  {pressed.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
