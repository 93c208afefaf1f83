// The storefront's configurator next to the tree: the product as each customer sees it, with stored data or unsaved changes.
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { RecordChoice } from '../../api/shape.js'
import type { MenuArea, AdminSessionReply } from '../../api/account-shape.js'
import type { WorkshopDraft } from '../../api/workshop/workshop-shape.js'
import { requestBody, getErrorMessage } from '../base/api.js'
import { menuQuery } from '../base/queries.js'
import { useStore } from '../base/store.js'
import { t } from '../wording/text.js'
import { type TreeModel, toItemKey } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'
import type { PreviewBridge } from './preview-bridge.js'

interface ConfiguratorPreviewProps {
  readonly model: TreeModel
  readonly scripts: readonly string[]
  readonly bridge: PreviewBridge
  readonly drafts: readonly WorkshopDraft[]
  readonly session: AdminSessionReply
  /** Increases with every stored change. */
  readonly stored: number
}

/** Milliseconds after the last input until the preview updates. */
const previewDelay = 500

/** The configurator's layout depends on the window's width, which is larger than its space here. */
const narrowStyleSheet = new CSSStyleSheet()
narrowStyleSheet.replaceSync(
  ".layout { grid-template: 'pages' 'price' / minmax(0, 1fr) !important } .layout.pictured { grid-template: 'picture' 'pages' 'price' / minmax(0, 1fr) !important } .price-box { position: static !important; max-height: none !important }",
)

let scriptLoading: Promise<unknown> | null = null

/** The storefront's scripts. Loaded once for all products. */
function loadScripts(scripts: readonly string[]): Promise<unknown> {
  scriptLoading ??= Promise.all(scripts.map((script) => import(/* @vite-ignore */ script) as Promise<unknown>)).catch(
    (error: unknown) => {
      scriptLoading = null
      throw error
    },
  )
  return scriptLoading
}

const groupsQuery = (menu: readonly MenuArea[]) => ({
  queryKey: ['choices', 'customer-group', 'all'],
  enabled: menu.some(({ entries }) => entries.some(({ name }) => name === 'customer-group')),
  queryFn: () => requestBody<readonly RecordChoice[]>('GET', 'choices/customer-group?limit=200'),
})

interface HiddenQuestionsProps {
  readonly model: TreeModel
  readonly bridge: PreviewBridge
}

/** Maximum number of listed questions. Further ones are counted. */
const maxListedQuestions = 100

/** The questions that the configurator currently hides, each with the reason. */
function HiddenQuestions({ model, bridge }: HiddenQuestionsProps): ReactNode {
  const applying = useStore(bridge.applying)
  const token = useStore(bridge.token)
  const [explanation, setExplanation] = useState<{
    readonly token: string
    readonly id: number
    readonly sentences: readonly string[]
  } | null>(null)
  const hidden = [...applying].flatMap(([id, applies]) => {
    const item = applies ? undefined : model.byKey.get(toItemKey('question', id))
    return item?.node ? [item.node] : []
  })
  if (hidden.length === 0) return null
  const why = async (id: number): Promise<void> => {
    const sentences = await bridge.explain(id).then(
      (reply) => reply?.sentences ?? [],
      (error: unknown) => [getErrorMessage(error)],
    )
    setExplanation({ token, id, sentences: sentences.length > 0 ? sentences : [tWorkshop('noReason')] })
  }
  return (
    <section className="live-hidden" aria-labelledby="live-hidden">
      <h2 id="live-hidden">{tWorkshop('hiddenNow', { count: hidden.length })}</h2>
      <ul>
        {hidden.slice(0, maxListedQuestions).map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>{' '}
            <button type="button" className="link" onClick={() => void why(id)}>
              {tWorkshop('why')}
              <span className="hidden"> {title}</span>
            </button>
            <div role="status">
              {explanation?.id === id &&
                explanation.token === token &&
                explanation.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const ConfiguratorPreview = memo(function Live({
  model,
  scripts,
  bridge,
  drafts,
  session,
  stored,
}: ConfiguratorPreviewProps): ReactNode {
  const { product } = model
  const box = useRef<HTMLDivElement>(null)
  const token = useStore(bridge.token)
  const refused = useStore(bridge.refused)
  const { data: menu = [] } = useQuery(menuQuery)
  const { data: groups = [] } = useQuery(groupsQuery(menu))
  const [group, setGroup] = useState<number | null>(null)
  const [currency, setCurrency] = useState(session.currencies.find(({ base }) => base)?.code ?? null)
  const [language, setLanguage] = useState(session.languages.find((shopLanguage) => shopLanguage.default)?.tag ?? '')
  const { isSuccess, error } = useQuery({
    queryKey: ['storefront', scripts],
    staleTime: Infinity,
    retry: false,
    queryFn: () => loadScripts(scripts).then(() => true),
  })
  const print = JSON.stringify(drafts)
  useEffect(() => bridge.open(), [bridge])
  useEffect(() => {
    const show = (): void => bridge.show(drafts, { group, currency }, stored)
    // No delay for the first call: the configurator loads the current data, and a save during that time must count as a change.
    if (bridge.isNew) return show()
    const timer = setTimeout(show, previewDelay)
    return () => clearTimeout(timer)
  }, [bridge, print, group, currency, stored])
  useEffect(() => {
    if (!isSuccess || !box.current) return
    const element = box.current.querySelector('svc-configurator') ?? document.createElement('svc-configurator')
    const attributes = {
      id: 'workshop',
      product: String(product.id),
      language,
      api: bridge.base,
      configuration: token,
      currency: currency ?? '',
    }
    for (const [name, value] of Object.entries(attributes))
      if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    if (element.isConnected) return
    box.current.append(element)
    element.shadowRoot?.adoptedStyleSheets.push(narrowStyleSheet)
  }, [isSuccess, token, language, currency, bridge, product.id])
  const choice = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    choose: (value: string) => void,
  ): ReactNode =>
    options.length > 1 && (
      <label>
        <span className="hidden">{label}</span>
        <select value={value} title={label} onChange={(event) => choose(event.target.value)}>
          {options.map(([key, optionLabel]) => (
            <option key={key} value={key}>
              {optionLabel}
            </option>
          ))}
        </select>
      </label>
    )
  return (
    <>
      <div className="live-bar">
        {choice(
          t('customerGroup'),
          String(group ?? ''),
          [['', tWorkshop('guest')], ...groups.map(({ id, label }) => [String(id), label] as const)],
          (value) => setGroup(value === '' ? null : Number(value)),
        )}
        {choice(
          t('language'),
          language,
          session.languages.map(({ tag, label }) => [tag, label]),
          setLanguage,
        )}
        {choice(
          tWorkshop('currency'),
          currency ?? '',
          session.currencies.map(({ code }) => [code, code]),
          setCurrency,
        )}
        <button type="button" onClick={() => bridge.reset()}>
          {tWorkshop('chooseNothing')}
        </button>
      </div>
      <p className="live-state" role="status">
        {refused !== null ? tWorkshop('typedRefused', { reason: refused }) : drafts.length > 0 ? tWorkshop('typedShown') : ''}
      </p>
      {error && <p className="form-failure">{tWorkshop('noStorefront')}</p>}
      <div className="live-box" ref={box} />
      <HiddenQuestions model={model} bridge={bridge} />
    </>
  )
})
