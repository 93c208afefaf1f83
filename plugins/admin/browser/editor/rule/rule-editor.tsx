// The rule editor: conditions as rows above, the same rule as text below, and its meaning and check results next to it.
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ControlProps } from '../../control/control-props.js'
import { JsonControl } from '../../control/json-control.js'
import type { EditorProduct } from '../editor-product.js'
import { adoptEditorStyle } from '../editor-style.js'
import { CompletionField } from '../text/completion-field.js'
import type { TextProblem } from '../text/completion-types.js'
import { createLineCompletion } from '../text/line-completion.js'
import { WithProduct } from '../with-product.js'
import { tEditor } from '../wording/editor-text.js'
import { ArgumentControl } from './argument-control.js'
import { RuleCheckResult } from './rule-check-result.js'
import { isCompleteCondition } from './rule-subject.js'
import { AddButtons, RuleParts } from './rule-parts.js'
import { parseRuleText, formatRuleText } from './rule-text.js'
import { listConditions, findNodeAt, parseEditorRule, type EditorRuleTree, toRuleJson } from './rule-tree.js'
import { useRuleCheck } from './use-rule-check.js'
import { describeRule } from './rule-description.js'

const emptyRule: EditorRuleTree = { not: false, root: null }

interface RuleFieldState {
  /** null while the text is not a rule that the rows can show. */
  readonly tree: EditorRuleTree | null
  readonly text: string
  readonly isJson: boolean
  readonly problem: TextProblem | null
}

function RuleField({ product, ...props }: ControlProps & { readonly product: EditorProduct }): ReactNode {
  const { value, onChange, disabled = false, label } = props
  const { names } = product
  const stateOf = (rule: unknown): RuleFieldState => {
    const read = typeof rule === 'string' ? parseRuleText(rule, names) : { rule }
    const problem = 'problem' in read ? read.problem : null
    return { tree: problem ? null : parseEditorRule(rule), ...formatRuleText(rule, names), problem }
  }
  const [state, setState] = useState(() => stateOf(value))
  const lastRule = useRef(value)
  useEffect(() => {
    // Only for a merged or reloaded version, not after typing here.
    if (value !== lastRule.current && JSON.stringify(value ?? null) !== JSON.stringify(lastRule.current ?? null))
      setState(stateOf(value))
    lastRule.current = value
  }, [value])
  const tell = (rule: unknown): void => {
    lastRule.current = rule
    onChange(rule)
  }
  function setTree(tree: EditorRuleTree): void {
    const rule = toRuleJson(tree)
    const open = listConditions(tree.root).some(({ shape }) => !isCompleteCondition(shape))
    // Text cannot express incomplete conditions, so it is updated only when all are complete.
    setState({ tree, ...(open ? { text: state.text, isJson: state.isJson } : formatRuleText(rule, names)), problem: null })
    tell(rule)
  }
  function setText(text: string): void {
    const read = parseRuleText(text, names)
    if ('problem' in read) {
      setState({ ...state, text, problem: read.problem })
      // Passed on unchanged. The server refuses it, and the input is not lost.
      tell(text)
      return
    }
    setState({ tree: parseEditorRule(read.rule), text, isJson: text.trimStart().startsWith('{'), problem: null })
    tell(read.rule)
  }
  const { tree, problem } = state
  const conditions = listConditions(tree?.root ?? null)
  const isOpen = conditions.some(({ shape }) => !isCompleteCondition(shape))
  const rule = problem ? null : tree ? toRuleJson(tree) : value
  const judgement = useRuleCheck(product.place, rule, !disabled && !problem && !isOpen && rule !== null)
  const complete = useMemo(() => createLineCompletion(product, 'rule'), [product])
  const issues = judgement.isPending ? [] : (judgement.reply?.issues ?? [])
  const wrong = new Map(
    issues.flatMap(({ path, message }) => {
      const node = tree && findNodeAt(tree, path)
      return node ? [[node.key, message] as const] : []
    }),
  )
  const elsewhere = issues.filter(({ path }) => !tree || !findNodeAt(tree, path))
  const isRaw = tree === null && !problem
  const parts = { tree: tree ?? emptyRule, product, onTree: setTree, disabled, wrong }
  return (
    <div
      className="rule-editor"
      role="group"
      id={props.id}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={props.describedBy}
      onBlur={props.onBlur}
    >
      {isRaw && (
        <div className="rule-raw">
          <p>{tEditor('rawRule')}</p>
          {!disabled && (
            <button type="button" onClick={() => setTree(emptyRule)}>
              {tEditor('startAnew')}
            </button>
          )}
        </div>
      )}
      {tree && (
        <div className="rule-sentences">
          {tree.root === null ? (
            <p>
              <strong>{tEditor('always')}</strong> <span className="quiet-text">{tEditor('alwaysHelp')}</span>
            </p>
          ) : (
            <select
              aria-label={tEditor('ruleSense')}
              value={String(tree.not)}
              disabled={disabled}
              onChange={(event) => setTree({ ...tree, not: event.target.value === 'true' })}
            >
              <option value="false">{tEditor('appliesWhen')}</option>
              <option value="true">{tEditor('appliesUnless')}</option>
            </select>
          )}
          <RuleParts {...parts} />
          {!disabled && (
            <div className="buttons">
              {tree.root?.kind !== 'group' && <AddButtons {...parts} group={null} />}
              {tree.root !== null && (
                <button type="button" className="quiet" onClick={() => setTree(emptyRule)}>
                  {tEditor('removeRule')}
                </button>
              )}
            </div>
          )}
          {isOpen && <p className="quiet-text">{tEditor('incomplete')}</p>}
        </div>
      )}
      <div className="rule-as-text">
        <p className="label" aria-hidden="true">
          {tEditor('textForm')}
        </p>
        <CompletionField
          label={`${label}: ${tEditor('textForm')}`}
          value={state.text}
          onChange={setText}
          complete={complete}
          problem={problem ? { ...problem, message: problem.message } : null}
          disabled={disabled || (isRaw && state.text.includes('"raw"'))}
          invalid={props.invalid}
        />
        {!disabled && <p className="help">{tEditor(state.isJson ? 'textIsJson' : 'textFormHelp')}</p>}
      </div>
      {elsewhere.map(({ path, message }) => (
        <p key={path + message} className="wrong">
          {path === '' ? message : tEditor('issueAt', { place: path, message: message })}
        </p>
      ))}
      {tree && !problem && (
        <RuleCheckResult words={describeRule(tree, product)} judgement={judgement} isNew={product.place.id === null} />
      )}
    </div>
  )
}

/** The control for a rule. JSON text if the record has no product. */
export function RuleEditor({ argument, ...props }: ControlProps & { readonly argument: ComponentType<ControlProps> }): ReactNode {
  adoptEditorStyle()
  return (
    <ArgumentControl value={argument}>
      <WithProduct otherwise={<JsonControl {...props} />}>{(product) => <RuleField {...props} product={product} />}</WithProduct>
    </ArgumentControl>
  )
}
