// The storefront's configurator next to the tree: the product as each customer sees it, with stored data or unsaved changes.
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import type { RecordChoice } from '../../api/shape.js'
import type { MenuArea, AdminSessionReply } from '../../api/account-shape.js'
import type { WorkshopDraft, PreviewState, ShopReply, ShopRequest } from '../../api/workshop/workshop-tree.js'
import { requestBody, getErrorMessage, ApiError } from '../base/api.js'
import { menuQuery } from '../base/queries.js'
import { useStore, createStore } from '../base/store.js'
import { t } from '../wording/text.js'
import { type TreeModel, toItemKey } from './tree-model.js'
import { tWorkshop } from './workshop-text.js'
import { getRootPath } from '../base/screen-location.js'

/** The simulated shopper. */
interface SimulatedShopper {
  readonly group: number | null
  readonly currency: string | null
}

/** Connects the storefront's configurator in the admin to the workshop API, which applies unsaved changes. */
interface QuestionApplicability {
  readonly id: number
  readonly applies: boolean
}

interface ApplicabilityExplanation {
  readonly applies: boolean
  readonly sentences: readonly string[]
  /** What makes the question apply: each remedy is a list of changes, in order. */
  readonly remedies: readonly { readonly changes: readonly { readonly question_id: number; readonly value: string | null }[] }[]
}

interface ConfigurationData {
  readonly configuration?: unknown
  readonly questions?: readonly QuestionApplicability[]
}

const bridges = new Map<string, PreviewBridge>()
let isListening = false

/** Intercepts fetch calls below a bridge's address. All other calls go to the service. */
function interceptFetch(): void {
  if (isListening) return
  isListening = true
  const ask = globalThis.fetch.bind(globalThis)
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const bridge = [...bridges].find(([base]) => url.startsWith(`${base}/`))?.[1]
    return bridge ? bridge.answer(url, typeof init?.body === 'string' ? init.body : undefined) : ask(input, init)
  }
}

const tokenLetters = 'abcdefghijklmnopqrstuvwxyz'

function createToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => tokenLetters[byte % tokenLetters.length]).join('')
}

const createResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export class PreviewBridge {
  /** The base address of the API as the configurator sees it. Pictures are served below it too. */
  readonly base: string
  /** The reason why unsaved changes cannot be shown. */
  readonly refused = createStore<string | null>(null)
  /** Whether a question applies, by id. */
  readonly applying = createStore<ReadonlyMap<number, boolean>>(new Map())
  /** A new token restarts the configurator with the current selections. */
  readonly token = createStore(createToken())
  /** True after the first reply to the configurator. Less urgent work starts then. */
  readonly answered = createStore(false)
  private state: PreviewState | null = null
  private drafts: readonly WorkshopDraft[] = []
  private looker: SimulatedShopper = { group: null, currency: null }
  private revision = 0
  private sight = ''
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly product: number) {
    this.base = `${getRootPath()}api/workshop/${product}/shop`
  }

  open(): () => void {
    interceptFetch()
    bridges.set(this.base, this)
    return () => void bridges.delete(this.base)
  }

  /** True until the first call of `show`. */
  get isNew(): boolean {
    return this.sight === ''
  }

  /** Shows the product with these drafts to this shopper. Restarts the configurator if anything changed, including stored data. */
  show(drafts: readonly WorkshopDraft[], looker: SimulatedShopper, stored: number): void {
    const sight = JSON.stringify([drafts, looker, stored])
    if (sight === this.sight) return
    const isFirst = this.isNew
    this.sight = sight
    this.drafts = drafts
    this.looker = looker
    if (!isFirst) this.again()
  }

  /** Replaces the selections. */
  choose(selections: PreviewState['selections']): void {
    const empty: PreviewState = { selections, history: '', currency_id: null, country_id: null, state_id: null }
    this.state = { ...empty, ...this.state, history: '', selections }
    this.again()
  }

  /** Restarts without selections. */
  reset(): void {
    this.state = null
    this.again()
  }

  /** Whether a question applies, and why not. null if there is no explanation. */
  async explain(question: number): Promise<ApplicabilityExplanation | null> {
    const path = `configurations/${this.token.get()}/explanation`
    const data = (await this.call(path, { question_id: String(question) }, undefined)) as {
      explanation: ApplicabilityExplanation | null
    }
    return data.explanation
  }

  async answer(url: string, body: string | undefined): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.origin)
    const path = decodeURIComponent(pathname.slice(this.base.length + 1))
    // Only the server knows the unsaved changes, so client-side calculation is disabled.
    if (path.endsWith('/program')) return createResponse({ data: { source: null } })
    const input = body === undefined ? undefined : (JSON.parse(body) as Record<string, unknown>)
    try {
      return createResponse({ data: await this.call(path, Object.fromEntries(searchParams), input) })
    } catch (error) {
      if (error instanceof ApiError && error.status > 0) return createResponse(error.body, error.status)
      throw error
    }
  }

  /** Calls run one after the other: each continues from the state of the previous one. */
  private call(
    path: string,
    query: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>> | undefined,
  ): Promise<unknown> {
    const next = this.last.then(() => this.send(path, query, body))
    this.last = next.catch(() => undefined)
    if (path.startsWith('configurations')) void this.last.then(() => this.answered.set(true))
    return next
  }

  private async send(
    path: string,
    query: Readonly<Record<string, string>>,
    body: Readonly<Record<string, unknown>> | undefined,
  ): Promise<unknown> {
    const token = this.token.get()
    const request: ShopRequest = {
      customer_group_id: this.looker.group,
      currency: this.looker.currency,
      drafts: this.drafts,
      state: this.state,
      call: { path, token, query, ...(body && { body }) },
    }
    const {
      data,
      state: previewState,
      refused,
    } = await requestBody<ShopReply>('POST', `workshop/${this.product}/shop`, { body: request })
    // The configuration was restarted during the call, so the reply is outdated.
    if (token !== this.token.get()) return data
    this.refused.set(refused)
    if (previewState) this.state = previewState
    // Guidance changes nothing, so it belongs to the current revision.
    if (path.endsWith('/guidance')) return { ...(data as object), revision: this.revision }
    return this.counted(data as ConfigurationData)
  }

  /** Records hidden questions and counts revisions. The server stores no state and counts none. */
  private counted(data: ConfigurationData): unknown {
    if (typeof data.configuration !== 'string') return data
    if (data.questions) {
      const applying = new Map(this.applying.get())
      for (const { id, applies } of data.questions) applying.set(id, applies)
      this.applying.set(applying)
    }
    this.revision += 1
    return { ...data, revision: this.revision }
  }

  private again(): void {
    this.applying.set(new Map())
    this.token.set(createToken())
  }
}

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
