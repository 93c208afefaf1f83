// Product sheets of the transfer bench: one with thousands of questions, or a thousand small ones.

const createPageLines = 50

/** Every second question has three answers, every fifth a rule, every tenth its own price. The sheet also has a formula and a table. */
export function createLargeSheet(questions: number): string {
  const lines = ['sheet: 1', 'product: large', 'title: { en-GB: Large, de-DE: Groß }', 'tax_class_id: Standard', 'pages:']
  for (let n = 0; n < questions; n++) {
    if (n % createPageLines === 0)
      lines.push(
        `  - title: { en-GB: Page ${n / createPageLines + 1}, de-DE: Seite ${n / createPageLines + 1} }`,
        '    questions:',
      )
    lines.push(`      q${n}:`, `        title: { en-GB: Question ${n}, de-DE: Frage ${n} }`)
    if (n % 5 === 0 && n > 0) lines.push(`        rules: q${n - (n % 2 === 0 ? 2 : 1)} != ''`)
    if (n % 10 === 5) lines.push('        calcmodel: c0')
    if (n % 2 === 1) continue
    lines.push('        question_type: Radiobuttons', '        answers:')
    for (const [price, name] of ['Oak', 'Walnut', 'Beech'].entries())
      lines.push(`          - { title: ${name}, price: ${price} }`)
  }
  lines.push('calculations:', '  c0: q0.price + 1', '')
  return lines.join('\n')
}

export function createSmallSheet(n: number): string {
  const questions = [0, 1, 2].map(
    (at) => `      q${at}:
        title: { en-GB: Question ${at}, de-DE: Frage ${at} }
        question_type: Radiobuttons
        answers: [{ title: Oak, price: 1 }, { title: Walnut, price: 2, rules: ${at === 0 ? 'q1' : 'q0'} != '' }]`,
  )
  return `sheet: 1
product: small-${n}
title: { en-GB: Small ${n}, de-DE: Klein ${n} }
tax_class_id: Standard
pages:
  - title: { en-GB: Page, de-DE: Seite }
    questions:
${questions.join('\n')}
calculations:
  c0: q0.price + 1
`
}
