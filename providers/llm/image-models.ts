/**
 * Which models look at images, by their providers' documentation of 2026, and an operator's rules, which come first. Pure.
 * A model that turns out not to take images answers without them (networked-model.ts, N5), so a wrong entry costs a request.
 */

/** By provider, the models that take images; all others are sent text alone. */
const TAKING: Readonly<Record<string, RegExp>> = {
  openai:
    /^(?:gpt-4o|chatgpt-4o|gpt-4\.1|gpt-4\.5|gpt-4-turbo|gpt-[5-9]|o1(?!-mini|-preview)|o3(?!-mini)|o4)(?!.*-(?:audio|realtime|transcribe|tts|image))/,
  anthropic: /^claude-(?!2|instant)/,
  google: /^(?:gemini-|gemma-3(?!-1b|n)|gemma-[4-9])/,
  mistral:
    /^(?:pixtral|mistral-(?:small|medium)-(?:latest|25|26)|mistral-large-(?:latest|2512|26)|ministral-\d+b-(?:latest|2512|26))/,
  groq: /(?:^|\/)llama-4-/,
  bedrock:
    /(?:^|\.)(?:anthropic\.claude-(?!v2|2|instant)|amazon\.nova-(?:lite|pro|premier|2)|meta\.llama(?:4|3-2-(?:11|90)b)|mistral\.pixtral)/,
  'openai-compatible':
    /(?:llava|bakllava|moondream|minicpm-v|internvl|pixtral|vision|gemma-?3(?!.*[:-]1b)|llama-?4|qwen.*-?vl|gpt-4o|gpt-4\.1|gemini|claude)/i,
};
/** A deployment is usually named for its model. */
const SAME_AS: Readonly<Record<string, string>> = { azure: 'openai' };

/** `<provider>:<model>`, with `*` for any characters; `!` before it: these models take no images. */
const RULE = /^!?[a-z][a-z-]{0,40}:[A-Za-z0-9*._:/@-]{1,200}$/;

/** The rule, trimmed; null: the text is none. */
export const imageRule = (text: string): string | null => (RULE.test(text.trim()) ? text.trim() : null);

const matches = (rule: string, name: string): boolean => {
  const parts = rule.replace('!', '').split('*');
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const at = isLast && index > 0 ? name.length - part.length : name.indexOf(part, from);
    if (at < from || (index === 0 && at !== 0) || !name.startsWith(part, at)) return false;
    from = at + part.length;
  }
  return from === name.length || parts.at(-1) === '';
};

/** `name`: `<provider>:<model>`. `rules`: of {@link imageRule}; the first one that matches decides. */
export const takesImages = (name: string, rules: readonly string[] = []): boolean => {
  const rule = rules.find((candidate) => matches(candidate, name));
  if (rule !== undefined) return !rule.startsWith('!');
  const colon = name.indexOf(':');
  const provider = name.slice(0, colon);
  return TAKING[SAME_AS[provider] ?? provider]?.test(name.slice(colon + 1)) ?? false;
};
