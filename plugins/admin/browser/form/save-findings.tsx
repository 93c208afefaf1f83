// Findings about a saved change, such as a rule that can never apply.
import type { ReactNode } from 'react'
import type { RecordReply } from '../../api/shape.js'
import { t } from '../wording/text.js'

const gradeKeys = { blocker: 'gradeBlocker', warning: 'gradeWarning', notice: 'gradeNotice' } as const

export function SaveFindings({ findings }: { readonly findings: NonNullable<RecordReply['findings']> }): ReactNode {
  return (
    <section className="findings" aria-labelledby="findings">
      <h2 id="findings">{t('findings')}</h2>
      <ul>
        {findings.map((finding, at) => (
          <li key={at} className={finding.grade}>
            <b>{t(gradeKeys[finding.grade])}</b> {finding.message}
          </li>
        ))}
      </ul>
    </section>
  )
}
