// Reads the fenced code blocks and links of a Markdown document.

export interface Block {
  readonly document: string
  /** Line number of the opening fence, from 1. */
  readonly line: number
  /** `sh`, `ts`, `json`, …; the empty string if the fence has no language. */
  readonly language: string
  /** `output`: output of the previous sh block. `greeting`: output of the service at start. */
  readonly role: 'output' | 'greeting' | null
  readonly text: string
}

const roles = ['output', 'greeting'] as const

/** The code blocks of a document in order. Throws if a fence is not closed. */
export function blocksOf(document: string, markdown: string): readonly Block[] {
  const blocks: Block[] = []
  let open: { readonly line: number; readonly info: readonly string[]; readonly text: string[] } | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const fence = /^```(.*)$/.exec(line)
    if (fence === null) open?.text.push(line)
    else if (open === null) open = { line: index + 1, info: (fence[1] ?? '').trim().split(/\s+/), text: [] }
    else {
      const [language = '', ...rest] = open.info
      blocks.push({
        document,
        line: open.line,
        language,
        role: roles.find((role) => rest.includes(role)) ?? null,
        text: open.text.join('\n'),
      })
      open = null
    }
  }
  if (open !== null) throw new Error(`${document} line ${open.line}: the code block is never closed.`)
  return blocks
}

/** The targets of links and images into the repository, without anchors. Links in code blocks are excluded. */
export function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map((match) => match[1] ?? match[2] ?? '')
  return targets.filter((target) => !/^([a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*$/, ''))
}
