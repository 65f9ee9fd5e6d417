// SPDX-License-Identifier: MIT
// How sources are cut into tokens and declarations, and which of these are left.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collide/broadphase.hpp"
#include "io/export/declarations.hpp"
#include "io/export/strip.hpp"
#include "io/export/tokens.hpp"
#include "io/export/two_files.hpp"

namespace phasebox {
namespace export_test {

using namespace two_files;

/// What is left of a source of which these words are needed.
std::string reached(std::string_view source, std::set<std::string> words) {
  std::vector<Declaration> all;
  append_declarations(tokens_of(source), all);
  reach(all, std::move(words));
  std::string text;
  for (const Declaration& d : all)
    if (d.is_reached) text += text_of(d.tokens);
  return text;
}

std::string stripped(std::string_view source) { return text_of(without_log(tokens_of(source))); }

TEST(ExportTokens, give_the_text_again) {
  for (const std::string_view text :
       {"int a = 1'000;  // one\n\n/* two */ auto b = 1e-5f;", "a->b<c<d>>(\"x\\\"y\", 'c');",
        "#if A \\\n  && B\nx\n#endif", "R\"(a \" b)\" + x <=> y", "0x1F + .5"})
    EXPECT_EQ(text_of(tokens_of(text)), text);
}

TEST(ExportTokens, statements_end_where_their_last_part_does) {
  const auto behind = [](std::string_view text) {
    const Tokens tokens = tokens_of(text);
    return tokens[behind_statement(tokens, 0)].text;
  };
  EXPECT_EQ(behind("f(a, {b; c}); next"), "next");
  EXPECT_EQ(behind("if (a) b; else { c; } next"), "next");
  EXPECT_EQ(behind("for (;;) if (a) while (b) c; next"), "next");
  EXPECT_EQ(behind("{ a; } next"), "next");
}

TEST(ExportStrip, logging_goes_and_the_other_branch_stays) {
  EXPECT_EQ(stripped("a; if constexpr (T::on) trace.add({x}); b;"), "a; b;");
  EXPECT_EQ(stripped("a; if constexpr (T::on) { x; } else y; b;"), "a; y; b;");
  EXPECT_EQ(stripped("if (log) log->add({x}); b;"), " b;");
  EXPECT_EQ(stripped("f(a, trace); g(b, *log); h(c, nullptr);"), "f(a); g(b); h(c);");
  EXPECT_EQ(stripped("void f(const Frame& f, T& trace) { check_limit(f); g(); }"),
            "void f(const Frame& f) { g(); }");
}

TEST(ExportStrip, a_call_is_not_taken_with_what_stands_beside_it) {
  EXPECT_EQ(stripped("for (;;) check_limit(f), g();"), "for (;;) check_limit(f), g();");
}

TEST(ExportStrip, of_conditions_the_one_for_one_lane_is_followed) {
  const SourceFile file =
      without_directives(tokens_of("// SPDX-License-Identifier: MIT\n// What it is.\n#include "
                                   "<span>\n#if HWY_TARGET == HWY_SCALAR\na\n#else\nb\n#endif\n"));
  EXPECT_EQ(file.head, "What it is.");
  EXPECT_EQ(file.includes, std::vector<std::string>{"<span>"});
  ASSERT_EQ(file.tokens.size(), 1u);
  EXPECT_EQ(file.tokens[0].text, "a");
}

TEST(ExportStrip, parameters_that_are_not_used_lose_their_names) {
  const auto unnamed = [](std::string_view text) {
    return text_of(without_unused_names(tokens_of(text)));
  };
  EXPECT_EQ(unnamed("int f(int a, std::size_t b) { return a; }"),
            "int f(int a, std::size_t) { return a; }");
  EXPECT_EQ(unnamed("auto g = [&](int a, T& b) { use(b); };"),
            "auto g = [&](int, T& b) { use(b); };");
  EXPECT_EQ(unnamed("A(int b) : c_(d, b) { }"), "A(int b) : c_(d, b) { }");
}

TEST(ExportReach, only_what_is_named_from_what_is_needed_stays) {
  EXPECT_EQ(reached("int a() { return b(); }\nint b();\nint c();\n", {"a"}),
            "int a() { return b(); }\nint b();");
}

TEST(ExportReach, members_that_nothing_names_go_but_data_that_may_be_set_in_order_stay) {
  EXPECT_EQ(
      reached("struct S { int x, y; int used() { return x; } int unused(); };", {"S", "used"}),
      "struct S { int x, y; int used() { return x; } };");
  EXPECT_EQ(reached("class C { public: C(); private: int kept_; int gone_; };", {"C", "kept_"}),
            "class C { public: C(); private: int kept_; };");
}

TEST(ExportReach, of_overloads_those_for_types_that_are_there_stay) {
  EXPECT_EQ(reached("struct A {}; struct B {}; int f(A); int f(B);", {"A", "f"}),
            "struct A {}; int f(A);");
}

/// Of the code, comments left out.
std::set<std::string> words_of(std::string_view source) {
  std::set<std::string> words;
  for (const Token& t : tokens_of(source))
    if (t.is_word() || t.kind == Token::Kind::directive) words.insert(t.text);
  return words;
}

TEST(TwoFiles, have_nothing_of_the_event_log_of_limits_or_of_other_libraries) {
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser) continue;
    const auto broadphase = entry->make();
    const auto files = two_files_of(*entry, broadphase->params());
    ASSERT_TRUE(files) << files.error().text;
    for (const std::string& word : words_of(files->source)) {
      for (const char* left_out : {"Recorder", "NoTrace", "EventKind", "trace", "log", "Remark",
                                   "check_limit", "WorkLimit", "Param", "phasebox"})
        EXPECT_NE(word, left_out) << entry->id;
      EXPECT_FALSE(word.starts_with("HWY_")) << entry->id << " has " << word;
      EXPECT_FALSE(word.starts_with("#include \"") && word.find(files->name) == word.npos)
          << entry->id << " has " << word;
    }
  }
}

TEST(TwoFiles, have_what_the_registry_says_of_each_parameter) {
  for (const BroadphaseEntry* entry : broadphases()) {
    if (entry->role == BroadphaseRole::chooser) continue;
    const auto broadphase = entry->make();
    const auto files = two_files_of(*entry, broadphase->params());
    ASSERT_TRUE(files) << files.error().text;
    for (const Param& row : broadphase->params().rows) {
      std::string member(row.key);
      std::ranges::replace(member, '-', '_');
      EXPECT_NE(files->header.find(" " + member + " = "), std::string::npos)
          << entry->id << "." << row.key;
      EXPECT_NE(files->header.find(row.help.substr(0, 30)), std::string::npos)
          << entry->id << "." << row.key;
    }
  }
}

}  // namespace export_test
}  // namespace phasebox
