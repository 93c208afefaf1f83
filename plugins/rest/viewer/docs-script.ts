// The browser script of the API page, sent as the text of a function. It asks for a token and opens the viewer.

interface Viewer {
  preauthorizeApiKey(name: string, value: string): void
}
interface ViewerOptions {
  readonly spec: unknown
  readonly dom_id: string
  readonly docExpansion: string
  readonly defaultModelsExpandDepth: number
  readonly filter: boolean
  readonly onComplete: () => void
}
declare const SwaggerUIBundle: (options: ViewerOptions) => Viewer

/** Runs in the browser. It must not use anything from outside the function. */
function openDocs(): void {
  const find = (id: string): HTMLElement => document.getElementById(id)!
  const address = document.body.dataset['document'] ?? ''

  async function open(token: string): Promise<void> {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    const body = (await answer.json()) as { detail?: string }
    if (!answer.ok) throw new Error(body.detail ?? 'The document could not be read.')
    find('entry').hidden = true
    const viewer = SwaggerUIBundle({
      spec: body,
      dom_id: '#viewer',
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      filter: true,
      onComplete: () => viewer.preauthorizeApiKey('bearer', token),
    })
  }

  find('form').addEventListener('submit', (event) => {
    event.preventDefault()
    const problem = find('problem')
    problem.textContent = ''
    open((find('token') as HTMLInputElement).value.trim()).catch((error: unknown) => {
      problem.textContent = error instanceof Error ? error.message : String(error)
    })
  })
}

export function createDocsScript(): string {
  return `(${openDocs.toString()})()\n`
}
