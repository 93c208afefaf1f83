// Feature models that are rejected, with the expected error messages.

export const ide = (struct: string, rules = ''): string =>
  `<featureModel><struct>\n${struct}\n</struct><constraints>${rules}</constraints></featureModel>`
const lamp = '<and name="Lamp"><feature name="A"/><feature name="B"/></and>'
const sxfm = (tree: string, constraints = ''): string =>
  `<feature_model name="Lamp">\n<feature_tree>\n${tree}\n</feature_tree>\n<constraints>\n${constraints}\n</constraints>\n</feature_model>`
export const uvl = (lines: string, constraints = ''): string => `features\n\tLamp\n${lines}\nconstraints\n${constraints}\n`
const optional = '\t\toptional\n\t\t\tA\n\t\t\tB'
export const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

/** The expected error message, or its beginning if it ends with …. */
export const rejectedModels: Readonly<Record<string, readonly [content: string | Buffer | (() => string), sentence: string]>> = {
  'is empty': ['', 'The file is empty.'],
  'is blank': [' \n\t\n', 'The file is empty.'],
  'is binary': [
    Buffer.from([0x41, 0, 0x42, 0]),
    'The file is not a text file. Save it as UTF-8 text or, if it is a spreadsheet, as XLSX.',
  ],
  'is not UTF-8': [Buffer.from([0x66, 0xe4, 0x01]), 'The file is not valid UTF-8 text. Save it as UTF-8 and try again.'],
  'is half of a UTF-16 file': [
    Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x3d, 0xd8]),
    'The file is not valid UTF-16LE text. Save it as UTF-8 and try again.',
  ],
  'has an unsupported encoding': [
    '<?xml version="1.0" encoding="EBCDIC-US"?><featureModel/>',
    "The file uses the character encoding 'ebcdic-us', which is not supported. Save it as UTF-8 and try again.",
  ],
  'is plain text': [
    'Lamps come in two sizes.',
    'The file format was not recognized. Supported formats: FeatureIDE, SXFM and UVL models, products from Shopify and WooCommerce (CSV), and price tables (CSV or XLSX).',
  ],
  'is XML in another format': ['<html></html>', 'The XML file is not a feature model of FeatureIDE or SXFM.'],
  'is incomplete XML': ['<featureModel><struct>', 'Line 1: The XML element <struct> is not closed.'],
  'has crossed tags': [
    '<featureModel><struct></featureModel></struct>',
    'Line 1: An XML element has a closing tag without a matching opening tag.',
  ],
  'has an unclosed quote in XML': ['<featureModel>\n<struct a="1></struct></featureModel>', 'Line 2: The file is not valid XML.'],
  'has a document type': [
    '<!DOCTYPE a [<!ENTITY b "c">]><featureModel>&b;</featureModel>',
    'Line 1: Document types are not supported. Remove <!DOCTYPE …> from the file.',
  ],
  'is an XML bomb of nested entities': [
    `<!DOCTYPE l [<!ENTITY a "ha">${'bcdefghij'
      .split('')
      .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghij'[at]!};`.repeat(10)}">`)
      .join('')}]><featureModel>&j;</featureModel>`,
    'Line 1: Document types are not supported. Remove <!DOCTYPE …> from the file.',
  ],
  'refers to a local file': [
    '<?xml version="1.0"?>\n<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<featureModel>&x;</featureModel>',
    'Line 2: Document types are not supported. Remove <!DOCTYPE …> from the file.',
  ],
  'uses an undefined entity': [ide('<and name="&x;"/>'), 'Line 2: The file is not valid XML.'],
  'has an invalid character reference': [ide('<and name="&#xd800;"/>'), 'Line 2: The file is not valid XML.'],
  'is nested 100,000 levels deep': [
    '<featureModel>'.repeat(100_000),
    'Line 1: XML elements can be nested at most 200 levels deep.',
  ],
  'nests features 150 levels deep': [
    ide(`${'<and name="x">'.repeat(150)}${'</and>'.repeat(150)}`),
    'Line 2: Features can be nested at most 100 levels deep.',
  ],
  'has two documents': ['<featureModel/><featureModel/>', 'Line 1: The file is not valid XML.'],
  'has no <struct>': ['<featureModel/>', 'Line 1: The element <featureModel> has no <struct>.'],
  'has two roots': [ide('<and name="a"/><and name="b"/>'), 'Line 1: The element <struct> needs exactly one part, but has 2.'],
  'has a feature without a name': [ide('<and><feature name="A"/></and>'), 'Line 2: The element <and> has no name.'],
  'has a feature twice': [
    ide('<and name="Lamp"><feature name="A"/>\n<feature name="A"/></and>'),
    "Line 3: There are two features named 'A'. Rename one of them.",
  ],
  'has features below a leaf': [
    ide('<and name="Lamp"><feature name="A"><feature name="B"/></feature></and>'),
    "Line 2: The element <feature> of 'A' contains other features. Use <and>, <or> or <alt> instead.",
  ],
  'refers to an unknown feature': [
    ide(lamp, '<rule><var>C</var></rule>'),
    "Line 3: The constraint 'rule 1' uses the feature 'C', which does not exist.",
  ],
  'has an implication with one part': [
    ide(lamp, '<rule><imp><var>A</var></imp></rule>'),
    'Line 3: The element <imp> needs exactly 2 parts, but has 1.',
  ],
  'has an unknown operator': [
    ide(lamp, '<rule><xor><var>A</var></xor></rule>'),
    'Line 3: The element <xor> is not allowed in a constraint. Use <var>, <not>, <conj>, <disj>, <imp>, <eq>, <atmost1> or <atleast1>.',
  ],
  'has an empty rule': [ide(lamp, '<rule/>'), 'Line 3: The element <rule> needs exactly one part, but has 0.'],
  'contradicts itself': [
    ide(lamp, '<rule><var>A</var></rule><rule><not><var>A</var></not></rule>'),
    'The constraints of the model contradict each other: no configuration is possible.',
  ],
  'has too many features': [
    ide(`<and name="Lamp">${Array.from({ length: 10_001 }, (_, at) => `<feature name="f${at}"/>`).join('')}</and>`),
    'Line 2: A model can have at most 10,000 features.',
  ],
  'expands to too many rules': [
    ide(
      `<and name="Lamp">${Array.from({ length: 40 }, (_, at) => `<feature name="f${at}"/>`).join('')}</and>`,
      `<rule><disj>${Array.from({ length: 20 }, (_, at) => `<conj><var>f${at * 2}</var><var>f${at * 2 + 1}</var></conj>`).join('')}</disj></rule>`,
    ),
    "Line 3: The constraint 'rule 1' needs more than 2,000 rules. Split it into several shorter constraints.",
  ],
  'has a long chain of equivalences': [
    uvl(
      `\t\toptional\n${Array.from({ length: 40 }, (_, at) => `\t\t\tf${at}\n`).join('')}`,
      `\t${Array.from({ length: 30 }, (_, at) => `f${at}`).join(' <=> ')}`,
    ),
    "Line 46: The constraint 'f0 <=> f1 <=> f2 <=> f3 <=> f4 <=> f5 <=> f6 <=> f7 <=> f8 <…' needs more than 2,000 rules. Split it into several shorter constraints.",
  ],
  'excludes 3,000 features from each other': [
    ide(lamp, `<rule><atmost1>${'<var>A</var>'.repeat(3_000)}</atmost1></rule>`),
    'Line 3: The element <atmost1> can have at most 60 parts. Put the features in an alternative group instead.',
  ],
  'excludes pairs of a group of 5,000 features 1,000 times': [
    ide(
      `<alt name="Lamp">${Array.from({ length: 5_000 }, (_, at) => `<feature name="f${at}"/>`).join('')}</alt>`,
      Array.from(
        { length: 1_000 },
        (_, at) => `<rule><imp><var>f${at}</var><not><var>f${at + 2_000}</var></not></imp></rule>`,
      ).join(''),
    ),
    'Line 3: The constraints contain too many alternatives from large groups. Simplify the constraints.',
  ],
  'has more than 100,000 lines': [
    () => `features\n\tLamp\n${'""\n'.repeat(200_000)}`,
    'Line 100001: A model can have at most 100,000 lines.',
  ],
  'has five million ampersands': [
    () => `<featureModel>${'&'.repeat(5_000_000)}</featureModel>`,
    'Line 1: The XML element <featureModel> is not closed.',
  ],
  'has an empty tree': [
    '<feature_model name="x"><feature_tree></feature_tree></feature_model>',
    "The feature tree must start with ':r' and the name of the root feature.",
  ],
  'has a line with an unknown type': [
    sxfm(':r Lamp(l)\n\t:x A(a)'),
    "Line 4: ':x A(a)' does not start with ':r', ':m', ':o', ':g' or ':'.",
  ],
  'is indented by two levels at once': [
    sxfm(':r Lamp(l)\n\t\t:o A(a)\n\t:o B(b)'),
    "Line 5: 'B' is not indented like the lines next to it.",
  ],
  'has a member outside of a group': [sxfm(':r Lamp(l)\n\t: A(a)'), "Line 4: A group member (':') must be below a group (':g')."],
  'has a group without a cardinality': [
    sxfm(':r Lamp(l)\n\t:g (g)\n\t\t: A(a)'),
    "Line 4: A group needs a cardinality at the end of its line, such as '[1,1]' or '[1,*]'.",
  ],
  'has an empty group': [sxfm(':r Lamp(l)\n\t:g (g) [1,1]'), 'Line 4: The group allows 1 to 1 features, but has 0.'],
  'requires more features than a group has': [
    sxfm(':r Lamp(l)\n\t:g (g) [3,4]\n\t\t: A(a)\n\t\t: B(b)'),
    'Line 4: The group allows 3 to 4 features, but has 2.',
  ],
  'has a clause without a name': [
    sxfm(':r Lamp(l)\n\t:o A(a)', 'a or l'),
    "Line 7: The constraint 'a or l' has no name. Example: c1: ~a or b",
  ],
  'has an incomplete clause': [
    sxfm(':r Lamp(l)\n\t:o A(a)', 'c1: a or'),
    "Line 7: '' is not valid in a constraint. Example: c1: ~a or b",
  ],
  'has a second root': [
    sxfm(':r Lamp(l)\n:r A(a)'),
    "Line 4: 'A' is on the same level as the root feature. A model can have only one root feature.",
  ],
  'has no features': ['features\n', "The section 'features' has no root feature."],
  'has an unknown group': [
    uvl('\t\tsome\n\t\t\tA'),
    "Line 3: 'some' is not a valid group. Use mandatory, optional, or, alternative, or a cardinality such as [1..3].",
  ],
  'has a group without members': [uvl('\t\toptional'), "Line 3: 'optional' contains no features."],
  'is indented with spaces': [uvl('\t\toptional\n\t\t\tA\n\t\t  B'), "Line 5: 'B' is not indented like the lines next to it."],
  'imports another model': [
    'imports\n\tother as o\nfeatures\n\tLamp\n',
    "Line 2: The model imports 'other as o' from another file. Put all features in one file.",
  ],
  'has a feature cardinality': [
    uvl('\t\toptional\n\t\t\tA cardinality [1..3]'),
    "Line 4: The feature 'A' can occur several times (cardinality[1..3]), which products do not support. Create a feature for each occurrence.",
  ],
  'compares numbers': [
    uvl(optional, '\tA.price > 5'),
    "Line 7: The constraint 'A.price > 5' contains '>'. Only feature names and !, &, |, => and <=> can be imported. Remove the constraint and add it as a rule of the product.",
  ],
  'has an unclosed bracket': [uvl(optional, '\t(A & B'), 'Line 7: A closing bracket is missing at the end of the line.'],
  'has an extra operator': [uvl(optional, '\tA => => B'), "Line 7: A feature name is missing before '=>'."],
  'nests brackets 5,000 levels deep': [
    uvl(optional, `\t${'('.repeat(5_000)}A`),
    'Line 7: Brackets can be nested at most 100 levels deep.',
  ],
  'has an unclosed comment': ['features /* never\n\tLamp', 'Line 1: A comment is not closed.'],
  'has an unclosed quote in UVL': [uvl('\t\toptional\n\t\t\t"A'), 'Line 4: A quotation mark is not closed.'],
  'has an unclosed brace': [uvl('\t\toptional\n\t\t\tA {price 4'), 'Line 4: A brace is not closed.'],
  'has a price that is not a number': [
    uvl('\t\toptional\n\t\t\tA {price cheap}'),
    "Line 4: The price 'cheap' of the feature 'A' is not a number such as 12.50.",
  ],
  'needs a table with too many columns': [
    uvl(`\t\t[5..20]\n${Array.from({ length: 30 }, (_, at) => `\t\t\tf${at}\n`).join('')}`),
    'Line 3: A group with 5 to 20 of 30 features needs a variant table with 30 columns and 1,050,745,806 rows. The limit is 20 columns and 20,000 rows. Divide the group.',
  ],
  'begins with a constraint': [
    'Lamp => A\nfeatures\n\tLamp\n',
    "Line 1: 'Lamp => A' is before the first section. Move it below 'features'.",
  ],
  'is UTF-16 with an error': [
    utf16('features\n\tLamp\n\t\tsome\n\t\t\tA\n'),
    "Line 3: 'some' is not a valid group. Use mandatory, optional, or, alternative, or a cardinality such as [1..3].",
  ],
}
