// The rule editor: conditions as rows above, the same rule as text below, and its meaning and check results next to it.
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { sheetLines } from '#core/surface.js'
import type { RuleCheckReply } from '../../../api/editor.js'
import { Icon } from '../../base/icon.js'
import { MenuButton } from '../../base/menu-button.js'
import type { ControlProps } from '../../control/control-props.js'
import { JsonControl } from '../../control/text-controls.js'
import { currentLanguage } from '../../wording/text.js'
import { type EditorProduct, WithProduct, useRuleCheck, type RuleCheckState } from '../editor-product.js'
import { adoptEditorStyle } from '../../style/editor.js'
import { parseBoundedJson, CompletionField, type TextProblem, createLineCompletion } from '../completion-field.js'
import { tEditor } from '../editor-text.js'
import { formatParserMessage } from '../parser-message.js'
import { ArgumentControl, ConditionRow } from './condition-row.js'
import {
  isCompleteCondition,
  describeRule,
  listConditions,
  findNodeAt,
  parseEditorRule,
  type EditorRuleTree,
  toRuleJson,
  addRulePart,
  changeNode,
  createConditionNode,
  type GroupNode,
  moveNode,
  removeNode,
  type EditorRuleNode,
  unwrapNode,
  wrapNode,
} from './rule-tree.js'

const emptyRule: EditorRuleTree = { not: false, root: null }

interface RuleFieldState {
  /** null while the text is not a rule that the rows can show. */
  readonly tree: EditorRuleTree | null
  readonly text: string
  readonly isJson: boolean
  readonly problem: TextProblem | null
}

// Converts rules to text and back without loss: one line if possible, otherwise JSON.

interface RuleText {
  readonly text: string
  readonly isJson: boolean
}

const isRuleObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An invalid typed line is returned unchanged. */
export function formatRuleText(rule: unknown, names: sheetLines.SheetNames): RuleText {
  if (rule === null || rule === undefined) return { text: '', isJson: false }
  if (typeof rule === 'string') return { text: rule, isJson: false }
  const line = isRuleObject(rule) ? sheetLines.formatRuleLine(rule, names) : null
  return line === null ? { text: JSON.stringify(rule, null, 2), isJson: true } : { text: line, isJson: false }
}

/** Position of a JSON syntax error, if the JavaScript engine reports it. */
function parseErrorPosition(message: string): number | null {
  const match = /position (\d+)/.exec(message)
  return match ? Number(match[1]) : null
}

/** The rule of a text, or the error. */
export function parseRuleText(
  text: string,
  names: sheetLines.SheetNames,
): { readonly rule: unknown } | { readonly problem: TextProblem } {
  if (text.trim() === '') return { rule: null }
  try {
    return { rule: text.trimStart().startsWith('{') ? parseBoundedJson(text) : sheetLines.parseRuleLine(text, names) }
  } catch (error) {
    if (error instanceof sheetLines.LineRefusal)
      return { problem: { message: formatParserMessage(error.problem), at: error.at === undefined ? null : error.at - 1 } }
    if (error instanceof SyntaxError) return { problem: { message: error.message, at: parseErrorPosition(error.message) } }
    throw error
  }
}

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

/** Check results of a rule: its meaning in words, the number of remaining configurations, and warnings. */
function RuleCheckResult({
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

// Nested groups and conditions of a rule, each with a menu of actions and keys to move it.

interface RulePartsProps {
  readonly tree: EditorRuleTree
  readonly product: EditorProduct
  readonly onTree: (tree: EditorRuleTree) => void
  readonly disabled: boolean
  /** Error messages by the key of the part. */
  readonly wrong: ReadonlyMap<number, string>
}

interface RulePartProps extends RulePartsProps {
  readonly node: EditorRuleNode
  /** `2.1`: the first part of the second. */
  readonly place: string
}

function RulePart(props: RulePartProps): ReactNode {
  const { tree, node, place, product, onTree, disabled, wrong } = props
  const row = useRef<HTMLLIElement>(null)
  const isRoot = tree.root?.key === node.key
  const move = (step: 1 | -1): void => onTree(moveNode(tree, node.key, step))
  const press = (event: KeyboardEvent): void => {
    if (!event.altKey || disabled || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  const message = wrong.get(node.key)
  return (
    <li ref={row} className="rule-part" data-wrong={message !== undefined} onKeyDown={press}>
      <div className="rule-line">
        {node.kind === 'group' ? (
          <RuleGroup {...props} node={node} />
        ) : (
          <ConditionRow
            shape={node.shape}
            product={product}
            disabled={disabled}
            onChange={(shape) => onTree(changeNode(tree, node.key, { ...node, shape }))}
          />
        )}
        {!disabled && (
          <MenuButton
            name={tEditor('partActions', { part: tEditor('part', { place }) })}
            label={<Icon name="more" />}
            choices={[
              isRoot ? null : { label: tEditor('moveUp'), run: () => move(-1) },
              isRoot ? null : { label: tEditor('moveDown'), run: () => move(1) },
              { label: tEditor('wrapPart'), run: () => onTree(wrapNode(tree, node.key)) },
              node.kind === 'group' && !isRoot
                ? { label: tEditor('unwrapPart'), run: () => onTree(unwrapNode(tree, node.key)) }
                : null,
              {
                label: tEditor('removePart'),
                destructive: true,
                run: () => {
                  // Moves the focus to the editor, because the part disappears.
                  const editorElement = row.current?.parentElement?.closest<HTMLElement>('.rule-editor')
                  onTree(removeNode(tree, node.key))
                  editorElement?.focus()
                },
              },
            ]}
          />
        )}
      </div>
      {message !== undefined && <p className="wrong">{message}</p>}
    </li>
  )
}

function RuleGroup(props: RulePartsProps & { readonly node: GroupNode; readonly place: string }): ReactNode {
  const { tree, node, place, onTree, disabled } = props
  return (
    <div className="rule-group" role="group" aria-label={tEditor('part', { place })}>
      <select
        aria-label={tEditor('groupSense')}
        value={node.join}
        disabled={disabled}
        onChange={(event) => onTree(changeNode(tree, node.key, { ...node, join: event.target.value === 'any' ? 'any' : 'all' }))}
      >
        <option value="all">{tEditor('allHold')}</option>
        <option value="any">{tEditor('anyHolds')}</option>
      </select>
      <ul className="rule-parts">
        {node.parts.map((part, index) => (
          <RulePart key={part.key} {...props} node={part} place={place === '' ? `${index + 1}` : `${place}.${index + 1}`} />
        ))}
      </ul>
      {!disabled && <AddButtons {...props} group={node.key} />}
    </div>
  )
}

function AddButtons({ tree, onTree, group }: RulePartsProps & { readonly group: number | null }): ReactNode {
  return (
    <div className="buttons">
      <button type="button" onClick={() => onTree(addRulePart(tree, group, createConditionNode({})))}>
        {tEditor('addCondition')}
      </button>
    </div>
  )
}

/** The whole rule. */
function RuleParts(props: RulePartsProps): ReactNode {
  const { root } = props.tree
  if (root === null) return null
  if (root.kind === 'group') return <RuleGroup {...props} node={root} place="" />
  return (
    <ul className="rule-parts">
      <RulePart {...props} node={root} place="1" />
    </ul>
  )
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
