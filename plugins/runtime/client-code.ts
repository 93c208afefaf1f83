// Source text of the shop client. It is copied unchanged and depends only on fetch.

export const runtimeClientCode = `
export interface ValidationIssue {
  readonly field: string
  readonly code: string
  readonly message: string
  /** The values in the message, for texts of your own. */
  readonly params?: Readonly<Record<string, string | number>>
}

/** Problem details (RFC 9457): branch on \`code\`, show \`detail\`. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly validationIssues?: readonly ValidationIssue[]
}

/** Thrown for every answer that is no success. */
export class ShopFailure extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'ShopFailure'
  }
}

export interface ShopClientOptions {
  /** Where the service is reached, with a language prefix where it wants one: \`https://shop.example/en\`. */
  readonly baseUrl: string
  /** Tag of the language of texts and messages. */
  readonly language?: string
  /** Who shops: the host's assertion, or a session; called before each request. */
  readonly shopper?: () => string | null
  /** Takes the place of the global fetch. */
  readonly fetch?: typeof fetch
}

type Input = Readonly<Record<string, unknown>>

function request({ path, inPath, inQuery, method, content }: Target, input: Input, options: ShopClientOptions): [string, RequestInit] {
  const filled = path.replace(/:([a-z_]+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const name of inQuery) if (input[name] !== undefined) query.append(name, String(input[name]))
  if (options.language !== undefined) query.append('language', options.language)
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name) && !inQuery.includes(name)))
  const shopper = options.shopper?.() ?? null
  const headers: Record<string, string> = shopper === null ? {} : { 'X-Svc-Shopper': shopper }
  const base = \`\${options.baseUrl.replace(/[/]$/, '')}/svc-api/runtime/v1/\`
  const url = \`\${base}\${filled}\${query.size > 0 ? \`?\${query}\` : ''}\`
  if (method === 'GET' || method === 'DELETE') return [url, { method, headers }]
  if (content) return [url, { method, headers, body: input['content'] as BodyInit }]
  return [url, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }]
}

/** One function per verb; each throws a ShopFailure where the service refuses. */
export function createShopClient(options: ShopClientOptions): Calls {
  const send = options.fetch ?? fetch
  const call = (target: Target) => async (input: Input = {}): Promise<unknown> => {
    const [url, init] = request(target, input, options)
    const answer = await send(url, init)
    if (answer.status === 204) return undefined
    if (answer.ok && target.stream) return answer.body
    if (answer.ok && target.file) return answer.blob()
    const reply = (await answer.json()) as { readonly data: unknown }
    if (!answer.ok) throw new ShopFailure(reply as unknown as Problem)
    return reply.data
  }
  return Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, call(target)])) as unknown as Calls
}
`
