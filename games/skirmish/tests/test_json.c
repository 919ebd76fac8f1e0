// Documents: what loads, what is refused and where, and that nothing is lost on the way.
#include "games/skirmish/tests/test_table.h"

#define TABLE "'slots':[{},{},{},{},{}],'currentPlayer':0"
#define BLANK "'players':[{},{}]," TABLE
#define UNIT(fields)                                                                               \
    "{'players':[{},{}],'currentPlayer':0,'slots':[{},{},{'units':[{" fields "},null]},{},{}]}"
#define ARCHER                                                                                     \
    "'players':[{},{}],'currentPlayer':0,'slots':[{},{},{'units':[{'cardId':'0-archer-1'},null]}," \
    "{'units':[null,{'cardId':'1-scout-1'}]},{}]"
#define WARLOCK                                                                                    \
    "'players':[{},{}],'currentPlayer':0,'slots':[{},{},{'units':[{'cardId':'0-warlock-1'},null]}" \
    ",{'units':[null,{'cardId':'1-scout-1'}]},{}]"
#define ASKS "'pendingInput':{'source':'0-archer-1'}"

static const char *const good[] = {
    "{" BLANK "}",
    "{" BLANK ",'gameId':'x','timestamp':1,'matchWinners':3}",
    "{" BLANK ",'matchWinner':0}",
    "{" BLANK ",'matchWinner':null}",
    "{" BLANK ",'matchWinner':1,'roundsWon':[1,2]}",
    "{" BLANK ",'pendingInput':null,'queue':[],'rng':null,'known':null,'hasPassed':null}",
    "{" BLANK ",'hasPassed':[false,true],'activating':true,'currentRound':3,'tieRounds':1}",
    "{" BLANK ",'matchWinner':null,'roundsWon':[3,3],'currentRound':3,'tieRounds':3}",
    "{" BLANK ",'seed':7}",
    "{" BLANK ",'decks':[['archer'],[]]}",
    "{'players':[{'id':0,'hand':['0-scout-7']},{'id':1}]," TABLE "}",
    "{'players':[{'hand':['0-scout-7']},{}]," TABLE ",'decks':[['scout','scout'],[]]}",
    "{'players':[{'hand':['0-squire-16']},{}]," TABLE "}",
    UNIT("'cardId':'0-archer-1','card':'archer','owner':0,'base':3,'buffs':1,'damage':2,'power':2,"
         "'cooldown':0,'activated':false,'silenced':true"),
    "{" ARCHER "," ASKS "}",
    "{" ARCHER ",'pendingInput':{'player':0,'source':'0-archer-1','kind':'archer','choices':[[1,3]]"
    ",'optional':false},'queue':[{'type':'DEPLOY_ABILITY','source':'0-archer-1'}]}",
    "{" ARCHER "," ASKS ",'queue':[{'type':'SAW_DAMAGE','source':'1-scout-1','amount':2}]}",
    "{" ARCHER "," ASKS ",'queue':[{'type':'DEATHS','batch':2,'units':[{'unitId':'1-scout-1',"
    "'cause':'damage','power':2}]},{'type':'DEATHS','batch':1,'units':[]}]}",
    "{" ARCHER "," ASKS ",'queue':[{'type':'DEPLOY','cardId':'1-bard-1','slot':[1,0],'consumed':"
    "false,'amount':0},{'type':'CONSUME','cardId':'0-squire-1','slot':[0,0]},"
    "{'type':'CONSUMED_ABILITY','source':'0-squire-1','by':'0-archer-1'},"
    "{'type':'TURN_START_ABILITY','source':'1-scout-1'},{'type':'SAW_DEATH','source':'1-scout-1'},"
    "{'type':'SAW_ACTION','source':'1-scout-1'},{'type':'CONQUER_ABILITY','source':'1-scout-1'},"
    "{'type':'ACTIVATE','source':'1-scout-1','target':[0,0],'raised':null}]}",
    "{'viewer':1,'players':[{'hand':2,'deck':1},{'hand':['1-seed-1'],'deck':0}]," TABLE
    ",'decks':[['bard','bard','archer'],['seed']]}",
    "{'viewer':'spectator','players':[{'hand':2,'deck':0},{}]," TABLE
    ",'decks':[['bard'],[]],'known':[['0-squire-3'],[]]}",
    "{'players':[{'discard':['0-acolyte-1']},{}],'currentPlayer':0,'slots':[{},{},{'units':["
    "{'cardId':'0-warlock-1'},null]},{'units':[null,{'cardId':'1-scout-1'}]},{}],"
    "'pendingInput':{'source':'0-warlock-1'}}",
    "{" WARLOCK ",'pendingInput':{'source':'0-warlock-1'},'queue':[{'type':'CONSUME_ABILITY',"
    "'source':'0-warlock-1','amount':3}]}",
};

// Whatever loads is written, read again to the same bytes, and written to the same text.
static void good_documents_load_and_come_back(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (load(good[i]) != AGON_OK) {
            fail_msg("%s\n%s: %s", good[i], refusal.path, refusal.message);
        }
        uint64_t hash = agon_hash(table.game, table.state);
        agon_text first = {0}, second = {0};
        agon_json json = {.text = &first};
        agon_state_write(&agon_skirmish_codec, table.game, table.state, &json);
        json_t *parsed = agon_json_parse(first.data, first.length, NULL);
        if (load_json(parsed) != AGON_OK) {
            fail_msg("%s\n%s: %s", first.data, refusal.path, refusal.message);
        }
        json = (agon_json){.text = &second};
        agon_state_write(&agon_skirmish_codec, table.game, table.state, &json);
        assert_string_equal(first.data, second.data);
        assert_true(agon_hash(table.game, table.state) == hash);
        json_decref(parsed);
        agon_text_free(&first);
        agon_text_free(&second);
    }
}

static const struct {
    const char *text;
    const char *path;
} bad[] = {
    {"[]", ""},
    {"{}", "players"},
    {"{'players':[{},{}],'currentPlayer':0}", "slots"},
    {"{'players':[{},{}],'slots':[{},{},{},{},{}]}", "currentPlayer"},
    {"{'players':[{},{},{}]," TABLE "}", "players"},
    {"{'players':[{},{}],'slots':[{},{},{},{}],'currentPlayer':0}", "slots"},
    {"{'players':[{},{}],'slots':[{},{},{},{},{}],'currentPlayer':2}", "currentPlayer"},
    {"{" BLANK ",'currentRound':0}", "currentRound"},
    {"{" BLANK ",'currentRound':4}", "currentRound"},
    {"{" BLANK ",'startingPlayer':-1}", "startingPlayer"},
    {"{" BLANK ",'tieRounds':'1'}", "tieRounds"},
    {"{" BLANK ",'tieRounds':1}", "tieRounds"},
    {"{" BLANK ",'currentRound':3,'tieRounds':3}", "tieRounds"},
    {"{" BLANK ",'hasPassed':[true,false]}", "hasPassed[0]"},
    {"{" BLANK ",'hasPassed':[false]}", "hasPassed"},
    {"{" BLANK ",'hasPassed':[0,1]}", "hasPassed[0]"},
    {"{" BLANK ",'roundsWon':[2,0]}", "roundsWon[0]"},
    {"{" BLANK ",'roundsWon':[0,4]}", "roundsWon[1]"},
    {"{" BLANK ",'matchWinner':2}", "matchWinner"},
    {"{" BLANK ",'matchWinner':1,'roundsWon':[2,1]}", "matchWinner"},
    {"{" BLANK ",'matchWinner':null,'activating':true}", "activating"},
    {"{" BLANK ",'activating':1}", "activating"},
    {"{" BLANK ",'rng':{'key':'12','pos':0}}", "rng.key"},
    {"{" BLANK ",'seed':'abc'}", "seed"},
    {"{" BLANK ",'decks':[['archer','archre'],[]]}", "decks[0][1]"},
    {"{" BLANK ",'decks':[['squire'],[]]}", "decks[0][0]"},
    {"{" BLANK ",'decks':[[],[3]]}", "decks[1][0]"},
    {"{" BLANK ",'decks':[[]]}", "decks"},
    {"{'players':[{'hand':['0-scout-1']},{}]," TABLE ",'decks':[['bard'],[]]}", "decks[0]"},
    {"{'players':[{'hand':['0-scout-1','0-scout-2']},{}]," TABLE ",'decks':[['scout'],[]]}",
     "decks[0]"},
    {"{'players':[{'id':1},{}]," TABLE "}", "players[0].id"},
    {"{'players':[{'vp':6},{}]," TABLE "}", "players[0].vp"},
    {"{'players':[{'hand':['1-scout-1']},{}]," TABLE "}", "players[0].hand[0]"},
    {"{'players':[{'hand':['0-scuot-1']},{}]," TABLE "}", "players[0].hand[0]"},
    {"{'players':[{'hand':['scout']},{}]," TABLE "}", "players[0].hand[0]"},
    {"{'players':[{'hand':['0-scout-0']},{}]," TABLE "}", "players[0].hand[0]"},
    {"{'players':[{'hand':['0-squire-17']},{}]," TABLE "}", "players[0].hand[0]"},
    {"{'players':[{'hand':[1]},{}]," TABLE "}", "players[0].hand[0]"},
    {"{'players':[{'hand':3},{}]," TABLE "}", "players[0].hand"},
    {"{'players':[{'hand':['0-scout-1','0-scout-1']},{}]," TABLE "}", "players[0].hand[1]"},
    {"{'players':[{'hand':['0-scout-1'],'deck':['0-scout-1']},{}]," TABLE "}",
     "players[0].deck[0]"},
    {"{'players':[{'deck':['0-squire-1']},{}]," TABLE "}", "players[0].deck[0]"},
    {"{" BLANK ",'known':[['0-scout-1'],[]]}", "known[0]"},
    {"{" BLANK ",'known':[[]]}", "known"},
    {UNIT("'card':'archer'"), "slots[2].units[0].cardId"},
    {UNIT("'cardId':'1-archer-1'"), "slots[2].units[0].cardId"},
    {UNIT("'cardId':'0-strike-1'"), "slots[2].units[0].cardId"},
    {UNIT("'cardId':'0-archer-1','card':'bard'"), "slots[2].units[0].card"},
    {UNIT("'cardId':'0-archer-1','owner':1"), "slots[2].units[0].owner"},
    {UNIT("'cardId':'0-archer-1','base':4"), "slots[2].units[0].base"},
    {UNIT("'cardId':'0-archer-1','power':4"), "slots[2].units[0].power"},
    {UNIT("'cardId':'0-archer-1','damage':-1"), "slots[2].units[0].damage"},
    {UNIT("'cardId':'0-archer-1','buffs':10000"), "slots[2].units[0].buffs"},
    {UNIT("'cardId':'0-archer-1','cooldown':-1"), "slots[2].units[0].cooldown"},
    {UNIT("'cardId':'0-archer-1','silenced':1"), "slots[2].units[0].silenced"},
    {"{'players':[{},{}],'currentPlayer':0,'slots':[{},{'id':2},{},{},{}]}", "slots[1].id"},
    {"{'players':[{},{}],'currentPlayer':0,'slots':[{},{'modifiers':[1]},{},{},{}]}",
     "slots[1].modifiers"},
    {"{'players':[{},{}],'currentPlayer':0,'slots':[{},{'modifiers':[1,null]},{},{},{}]}",
     "slots[1].modifiers[1]"},
    {"{'players':[{},{}],'currentPlayer':0,'slots':[{},{'units':[1,null]},{},{},{}]}",
     "slots[1].units[0]"},
    {"{" BLANK ",'pendingInput':{'source':'0-archer-1'}}", "pendingInput.source"},
    {"{" BLANK ",'pendingInput':[]}", "pendingInput"},
    {"{" BLANK ",'queue':[{'type':'SAW_DEATH','source':'0-squire-1'}]}", "queue"},
    {"{" ARCHER ",'queue':[{'type':'DEPLOY_ABILITY','source':'0-archer-1'}]}", "queue"},
    {"{" ARCHER ",'pendingInput':{'source':'1-scout-1'}}", "pendingInput.source"},
    {"{" ARCHER ",'pendingInput':{'source':'0-archer-1','player':1}}", "pendingInput.player"},
    {"{" ARCHER ",'pendingInput':{'source':'0-archer-1','kind':'scout'}}", "pendingInput.kind"},
    {"{" ARCHER ",'pendingInput':{'source':'0-archer-1','choices':[[1,1]]}}",
     "pendingInput.choices"},
    {"{" ARCHER ",'pendingInput':{'source':'0-archer-1','optional':true}}",
     "pendingInput.optional"},
    {"{" WARLOCK ",'pendingInput':{'source':'0-warlock-1'}}", "pendingInput.source"},
    {"{" ARCHER "," ASKS ",'matchWinner':0}", "pendingInput"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'EXPLODE'}]}", "queue[0].type"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'SAW_DAMAGE','source':'1-scout-1'}]}",
     "queue[0].amount"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'DEPLOY','cardId':'1-scout-1','slot':[1,0],'consumed':"
     "false,'amount':0}]}",
     "slots[3].units[1].cardId"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'DEPLOY','cardId':'1-bard-1','slot':[0,0],'consumed':"
     "false,'amount':0}]}",
     "queue[1]"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'PLAY','source':'1-scout-1','target':[0,0]}]}",
     "queue[1]"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'DEATHS','batch':0,'units':[]}]}", "queue[1]"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'DEATHS','batch':1,'units':[{'unitId':'0-squire-1',"
     "'cause':'damage','power':2}]}]}",
     "queue[0].units[0].unitId"},
    {"{" ARCHER "," ASKS ",'queue':[{'type':'DEATHS','batch':1,'units':[{'unitId':'1-scout-1',"
     "'cause':'age','power':2}]}]}",
     "queue[0].units[0].cause"},
    {"{'viewer':2," BLANK "}", "viewer"},
    {"{'viewer':0,'players':[{'hand':2},{}]," TABLE "}", "players[0].hand"},
    {"{'viewer':0,'players':[{},{'hand':['1-scout-1']}]," TABLE "}", "players[1].hand"},
    {"{'viewer':0,'players':[{'deck':['0-scout-1']},{}]," TABLE "}", "players[0].deck"},
    {"{'viewer':0,'players':[{},{'hand':1}]," TABLE "}", "decks[1]"},
    {"{'viewer':0,'players':[{},{'hand':1}]," TABLE ",'decks':[[],['bard']],'known':[[],"
     "['1-bard-1','1-squire-1']]}",
     "known[1]"},
};

static void bad_documents_are_refused_by_path(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        agon_status status = load(bad[i].text);
        if (status != AGON_BAD_STATE || strcmp(refusal.path, bad[i].path) != 0) {
            fail_msg("%s\n%s at \"%s\" (%s), not at \"%s\"", bad[i].text, agon_status_slug(status),
                     refusal.path, refusal.message, bad[i].path);
        }
    }
}

// ---------------------------------------------------------------------------------------------
// Bytes: whatever is accepted, a document can say

// A chain with every type of effect in it, the Warlock's ability in front.
#define CHAIN                                                                                      \
    "{'players':[{'discard':['0-strike-1']},{}],'currentPlayer':0,'slots':[{},{},{'units':["       \
    "{'cardId':'0-warlock-1'},null]},{'units':[null,{'cardId':'1-scout-1'}]},{}],"                 \
    "'pendingInput':{'source':'0-warlock-1'},'queue':["                                            \
    "{'type':'CONSUME_ABILITY','source':'0-warlock-1','amount':3},"                                \
    "{'type':'CONSUME','cardId':'0-squire-1','slot':[0,0]},"                                       \
    "{'type':'DEPLOY','cardId':'1-bard-1','slot':[1,0],'consumed':true,'amount':2},"               \
    "{'type':'CONSUMED_ABILITY','source':'0-squire-1','by':'0-warlock-1'},"                        \
    "{'type':'DEPLOY_ABILITY','source':'0-warlock-1'},"                                            \
    "{'type':'CONSUME_ABILITY','source':'0-warlock-1','amount':3},"                                \
    "{'type':'SAW_DEATH','source':'1-scout-1'},"                                                   \
    "{'type':'SAW_DAMAGE','source':'1-scout-1','amount':2},"                                       \
    "{'type':'SAW_ACTION','source':'1-scout-1'},"                                                  \
    "{'type':'TURN_START_ABILITY','source':'1-scout-1'},"                                          \
    "{'type':'CONQUER_ABILITY','source':'1-scout-1'},"                                             \
    "{'type':'PLAY','source':'0-strike-1','target':[1,3]},"                                        \
    "{'type':'ACTIVATE','source':'1-scout-1','target':[0,0]},"                                     \
    "{'type':'DEATHS','batch':1,'units':[]}]}"

// Packs the state and loads what came out.
static agon_status reload(void) {
    uint8_t bytes[2048];
    size_t size = agon_pack_state(table.game, table.state, bytes, sizeof bytes, NULL);
    skirmish_state loaded = {0};
    assert_true(size <= sizeof bytes);
    return agon_unpack_state(table.game, bytes, size, &loaded.head, &refusal);
}

static void refuse_operand(agon_effect *effect, uint8_t *operand, int bit) {
    agon_effect before = *effect;
    *operand = (uint8_t)(*operand ^ 1u << bit);
    if (reload() != AGON_BAD_STATE) {
        fail_msg("effect %d loads with %d %d %d %d", effect->type, effect->a, effect->b, effect->c,
                 effect->n);
    }
    *effect = before;
}

// Every bit of every operand that the type does not use.
static void refuse_operands(agon_effect *effect, const char *used) {
    uint8_t *operands[] = {&effect->a, &effect->b, &effect->c};
    for (int i = 0; i < 3; i++) {
        for (int bit = 0; bit < 8 && !strchr(used, 'a' + i); bit++) {
            refuse_operand(effect, operands[i], bit);
        }
    }
    for (int bit = 0; bit < 32 && !strchr(used, 'n'); bit++) {
        refuse_operand(effect, (uint8_t *)&effect->n + bit / 8, bit % 8);
    }
}

static void unused_operands_of_effects_must_be_zero(void **unused) {
    (void)unused;
    static const char *const used[SKIRMISH_EFFECT_TYPES] = {
        [SKIRMISH_CONSUME] = "ab",    [SKIRMISH_DEPLOY] = "abcn",  [SKIRMISH_CONSUMED] = "ab",
        [SKIRMISH_DEPLOYED] = "a",    [SKIRMISH_CONSUMES] = "an",  [SKIRMISH_SAW_DEATH] = "a",
        [SKIRMISH_SAW_DAMAGE] = "an", [SKIRMISH_SAW_ACTION] = "a", [SKIRMISH_TURN_START] = "a",
        [SKIRMISH_CONQUER] = "a",     [SKIRMISH_PLAY] = "abc",     [SKIRMISH_ACTIVATE] = "abc",
        [SKIRMISH_DEATHS] = "a",
    };
    assert_int_equal(load(CHAIN), AGON_OK);
    uint32_t types = 0;
    refuse_operands(&state()->pending, used[state()->pending.type]);
    assert_int_equal(state()->queue.base.first, 1); // the pending ability stood before it
    for (int i = 0; i < state()->queue.base.count; i++) {
        agon_effect *effect = &state()->queue.effects[1 + i];
        types |= 1u << effect->type;
        refuse_operands(effect, used[effect->type]);
    }
    assert_int_equal(types, (1u << SKIRMISH_EFFECT_TYPES) - 2); // every type was there
    assert_int_equal(load("{" ARCHER "," ASKS "}"), AGON_OK);
    refuse_operands(&state()->pending, "a");
}

// Any one bit changed: refused, or in the document too.
static void documents_carry_every_bit(void **unused) {
    (void)unused;
    uint8_t bytes[2048];
    assert_int_equal(load(CHAIN), AGON_OK);
    size_t size = agon_pack_state(table.game, table.state, bytes, sizeof bytes, NULL);
    for (size_t i = 0; i < 8 * size; i++) {
        skirmish_state changed = {0};
        bytes[i / 8] = (uint8_t)(bytes[i / 8] ^ 1u << i % 8);
        if (agon_unpack_state(table.game, bytes, size, &changed.head, NULL) == AGON_OK) {
            uint64_t hash = agon_hash(table.game, &changed.head);
            agon_text text = {0};
            agon_json json = {.text = &text};
            agon_state_write(&agon_skirmish_codec, table.game, &changed.head, &json);
            json_t *parsed = agon_json_parse(text.data, text.length, NULL);
            if (load_json(parsed) != AGON_OK || agon_hash(table.game, table.state) != hash) {
                fail_msg("bit %zu of byte %zu: %s", i % 8, i / 8, text.data);
            }
            json_decref(parsed);
            agon_text_free(&text);
        }
        bytes[i / 8] = (uint8_t)(bytes[i / 8] ^ 1u << i % 8);
    }
}

static void configs(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *path;
    } cases[] = {
        {"{}", NULL},
        {"{'decks':null,'max_copies':null,'seed':null}", NULL},
        {"{'decks':['harvest','ambush'],'max_copies':3,'seed':'00112233445566778899aabbccddeeff'}",
         NULL},
        {"{'decks':['harvest','ambsh']}", "decks[1]"},
        {"{'decks':['harvest']}", "decks"},
        {"{'decks':[['archer'],'harvest']}", "decks[0]"},
        {"{'decks':['harvest',['archer',1]]}", "decks[1][1]"},
        {"{'decks':['harvest',{}]}", "decks[1]"},
        {"{'max_copies':0}", "max_copies"},
        {"{'max_copies':1}", "decks[0][1]"},
        {"{'max_copies':'3'}", "max_copies"},
        {"{'max_copies':1000}", NULL},
        {"{'seed':1.5}", "seed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        agon_status status = start(cases[i].text);
        assert_int_equal(status, cases[i].path ? AGON_BAD_CONFIG : AGON_OK);
        assert_string_equal(refusal.path, cases[i].path ? cases[i].path : "");
    }
}

static void a_deck_of_31_is_refused(void **unused) {
    (void)unused;
    agon_text text = {0};
    agon_text_puts(&text, "{'decks':['harvest',[");
    for (int i = 0; i < 60; i++) {
        agon_text_puts(&text, i ? ",'archer'" : "'archer'");
    }
    agon_text_puts(&text, "]]}");
    assert_int_equal(start(text.data), AGON_BAD_CONFIG);
    assert_string_equal(refusal.path, "decks[1]");
    assert_string_equal(refusal.message, "must have 20 to 30 cards, not 60");
    agon_text_free(&text);
}

// The same match, whether it comes from a config or from its own document.
static void game_of_a_document_is_the_game_of_its_config(void **unused) {
    (void)unused;
    assert_int_equal(start("{'decks':['ambush','bulwark'],'seed':9}"), AGON_OK);
    static skirmish_game before;
    memcpy(&before, game(), sizeof before); // padding included
    uint64_t hash = agon_hash(table.game, table.state);
    agon_text text = {0};
    agon_json json = {.text = &text};
    agon_state_write(&agon_skirmish_codec, table.game, table.state, &json);
    json_t *parsed = agon_json_parse(text.data, text.length, NULL);
    assert_int_equal(load_json(parsed), AGON_OK);
    assert_memory_equal(&before, game(), sizeof before);
    assert_true(agon_hash(table.game, table.state) == hash);
    json_decref(parsed);
    agon_text_free(&text);
}

static void default_lists_are_the_owners_cards_sorted(void **unused) {
    (void)unused;
    sit("h0:strike,wizard d0:bard,archer g0:squire,energize u0@1:wizard");
    char list[200] = "";
    for (int i = 0; i < game()->list_count[0]; i++) {
        join(list, sizeof list, game()->cards[game()->list[0][i]]->name);
    }
    assert_string_equal(list, "archer,bard,energize,strike,wizard,wizard");
}

static void text_shows_the_table(void **unused) {
    (void)unused;
    sit("h0:strike,archer d0:bard g0:roots u0@1:wizard/b1/d2 m0@1:+3 u1@1:ranger/c1 m1@4:-1 "
        "u0@2:vampire/mute u0@3:ranger/used h1:bard,squire done:1");
    agon_text text = {0};
    skirmish_state view;
    assert_int_equal(agon_view(table.game, table.state, 0, &view.head), AGON_OK);
    agon_skirmish_codec.render(table.game, &view.head, &text);
    const char *expected =
        "Skirmish 1, wins 0 : 0. Player 0 to act.\n"
        "terrain  player 0                                        player 1\n"
        "   0     -                                               -\n"
        "   1     wizard 5 = 3 +1 buffs -2 damage +3 slot         ranger 4 = 4, ready in 1\n"
        "   2     vampire 2 = 2, silenced                         -\n"
        "   3     ranger 4 = 4, used                              -\n"
        "   4     -                                               - (slot -1)\n"
        "Player 0: deck 1, hand 2: strike, archer\n"
        "          graveyard: roots\n"
        "Player 1: done, deck 0, hand 2, among them squire\n"
        "          graveyard: -\n";
    assert_string_equal(text.data, expected);
    agon_text_free(&text);
}

#define TEST(name) cmocka_unit_test_teardown(name, leave)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(good_documents_load_and_come_back),
        TEST(bad_documents_are_refused_by_path),
        TEST(unused_operands_of_effects_must_be_zero),
        TEST(documents_carry_every_bit),
        TEST(configs),
        TEST(a_deck_of_31_is_refused),
        TEST(game_of_a_document_is_the_game_of_its_config),
        TEST(default_lists_are_the_owners_cards_sorted),
        TEST(text_shows_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
