/** Sentences that are not in the built-in phrase book: they must not be recognised as its phrases. */
export const STRANGE_SENTENCES: readonly string[] = [
  'my dog likes to eat apples',
  'the weather is lovely today',
  'seventeen elephants',
  'please send me an invoice',
  'what is your favourite colour',
  'banana',
  'I need a doctor',
  'we went to the cinema last night',
  'computer',
  'is there a parking lot nearby',
  'maybe',
  'I want to order some pizza',
  'the quick brown fox jumps over the lazy dog',
  'wonderful',
  'electricity',
  'could you turn the music down',
];
