// Check results of a rule: its meaning in words, the number of remaining configurations, and warnings.
import type { ReactNode } from 'react'
import type { RuleCheckReply } from '../../../api/editor/shape.js'
import { currentLanguage } from '../../wording/text.js'
import { tEditor } from '../wording/editor-text.js'
import type { RuleCheckState } from './use-rule-check.js'

/** Groups the digits of a number of any length. */
const formatDigits = (text: string): string => BigInt(text).toLocaleString(currentLanguage.get())

function describeRuleCounts({ withRule, withoutRule }: NonNullable<RuleCheckReply['counts']>): string {
  if (!withRule) return tEditor('notCounted')
  const places = { with: formatDigits(withRule.configurations), without: formatDigits(withoutRule?.configurations ?? '0') }
  if (!withRule.exact) return tEditor('countLeavesAtLeast', places)
  if (withRule.configurations === '0') return tEditor('countNone')
  if (!withoutRule?.exact) return tEditor('countLeavesAtLeast', places)
  return tEditor(withRule.configurations === withoutRule.configurations ? 'countSame' : 'countLeaves', places)
}

export function RuleCheckResult({
  words,
  judgement,
  isNew,
}: {
  readonly words: string
  readonly judgement: RuleCheckState
  readonly isNew: boolean
}): ReactNode {
  const { reply, isPending } = judgement
  const counted = reply?.counts
    ? describeRuleCounts(reply.counts)
    : isNew && reply?.issues.length === 0
      ? tEditor('countLater')
      : ''
  return (
    <div className="rule-judged">
      <p>
        <span className="quiet-text">{tEditor('inWords')}: </span>
        <span dir="auto">{words}</span>
      </p>
      <p className="quiet-text" role="status" aria-busy={isPending}>
        {isPending ? tEditor('counting') : counted}
      </p>
      {!isPending && reply && reply.findings.length > 0 && (
        <ul className="rule-findings">
          {reply.findings.map(({ kind, message }) => (
            <li key={`${kind} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
