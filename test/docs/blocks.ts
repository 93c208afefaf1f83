// Reads the fenced code blocks and links of a Markdown document.

export interface Block {
  readonly document: string
  /** Line of the opening fence, from 1. */
  readonly line: number
  /** `sh`, `ts`, `json`, …; the empty string where the fence names none. */
  readonly language: string
  /** `output` shows what the sh block before it prints, `greeting` what the service prints when it starts. */
  readonly role: 'output' | 'greeting' | null
  readonly text: string
}

const roles = ['output', 'greeting'] as const

/** The blocks of a document in order. Throws where a fence is left open. */
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

/** The targets of links and pictures that point into the repository, without anchors; code blocks are left out. */
export function linksOf(markdown: string): readonly string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map((match) => match[1] ?? match[2] ?? '')
  return targets.filter((target) => !/^([a-z]+:|#)/.test(target)).map((target) => target.replace(/#.*$/, ''))
}
