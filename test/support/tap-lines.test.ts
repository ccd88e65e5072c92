import t from 'tap';
import { createLineFilter } from './tap-lines.js';

const OUTPUT = `TAP version 14
1..2
# Subtest: dist/test/views/a.test.js
    printed by the test
    # Subtest: outer
        ok 1 - fine
        not ok 2 - should match
          ---
          compare: ===
          diff: |
            --- expected

            +1
          ...
        
        ok 3 - later
        not ok 4 - not here # SKIP
        not ok 5 - without details
        ok 6 - after it
        1..6
    not ok 1 - outer # time=155.895ms
      ---
      at:
        lineNumber: 2
      ...
    
    1..1
    # time=384.826ms
not ok 1 - dist/test/views/a.test.js # time=384.826ms
  ---
  exitCode: 1
  ...

# Subtest: dist/test/views/b.test.js
    ok 1 - fine # time=1ms
    1..1
ok 2 - dist/test/views/b.test.js # time=3ms

# No coverage generated
# { total: 6, pass: 4, fail: 2 }
# time=1987.252ms`;

const SHOWN = `        not ok 2 - should match
          ---
          compare: ===
          diff: |
            --- expected

            +1
          ...
        not ok 5 - without details
    not ok 1 - outer # time=155.895ms
      ---
      at:
        lineNumber: 2
      ...
not ok 1 - dist/test/views/a.test.js # time=384.826ms
  ---
  exitCode: 1
  ...
ok 2 - dist/test/views/b.test.js # time=3ms
# { total: 6, pass: 4, fail: 2 }`;

t.test('the runner shows results of files, failures with their details, and the summary', async (t) => {
  const isShown = createLineFilter();
  t.equal(OUTPUT.split('\n').filter(isShown).join('\n'), SHOWN);
});
